#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <sched.h>

int32_t cposix_pin_thread(void) {
  int core = sched_getcpu();
  if (core < 0) return -errno;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  return sched_setaffinity(0, sizeof cores, &cores) == 0 ? core : -errno;
}
