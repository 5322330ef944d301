#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static int number(int32_t resource) {
  switch (resource) {
  case CPOSIX_ADDRESS_SPACE: return RLIMIT_AS;
  case CPOSIX_CORE_FILE: return RLIMIT_CORE;
  case CPOSIX_OPEN_FILES: return RLIMIT_NOFILE;
  case CPOSIX_FILE_SIZE: return RLIMIT_FSIZE;
  case CPOSIX_PROCESSES: return RLIMIT_NPROC;
  case CPOSIX_CPU_SECONDS: return RLIMIT_CPU;
  default: return -1;
  }
}

// Called between vfork and exec, too: system calls only.
int32_t cposix_set_limit(int32_t resource, uint64_t value) {
  int which = number(resource);
  if (which < 0) return -EINVAL;
  struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(which, &limit) < 0 ? -errno : 0;
}

int32_t cposix_set_soft_limit(int32_t resource, uint64_t value) {
  int which = number(resource);
  if (which < 0) return -EINVAL;
  struct rlimit limit;
  if (getrlimit(which, &limit) < 0) return -errno;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  return setrlimit(which, &limit) < 0 ? -errno : 0;
}

int32_t cposix_limit(int32_t resource, uint64_t *value) {
  int which = number(resource);
  if (which < 0) return -EINVAL;
  struct rlimit limit;
  if (getrlimit(which, &limit) < 0) return -errno;
  *value = limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
  return 0;
}

int32_t cposix_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0; }

int32_t cposix_set_dumpable(int32_t dumpable) {
  return prctl(PR_SET_DUMPABLE, dumpable ? 1 : 0, 0, 0, 0) < 0 ? -errno : 0;
}

int32_t cposix_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }

static int close_between(unsigned first, unsigned last) {
  if (first > last) return 0;
  if (close_range(first, last, 0) == 0) return 0;
  if (errno != ENOSYS) return -errno;
  // Before Linux 5.9: one by one.
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  for (rlim_t fd = first; fd <= last && fd < limit.rlim_cur && fd < 65536; fd++) close((int)fd);
  return 0;
}

int32_t cposix_close_descriptors(int32_t lowest, const int32_t *kept, size_t count) {
  unsigned next = (unsigned)lowest;
  for (size_t index = 0; index < count; index++) {
    if (kept[index] < lowest) continue;
    if ((unsigned)kept[index] > next) {
      int refused = close_between(next, (unsigned)kept[index] - 1);
      if (refused) return refused;
    }
    next = (unsigned)kept[index] + 1;
  }
  return close_between(next, ~0U);
}

int32_t cposix_tune_heap(int32_t threshold) {
  // Setting either by hand also stops glibc from raising both as large blocks are freed (mallopt(3)).
  return mallopt(M_MMAP_THRESHOLD, threshold) && mallopt(M_TRIM_THRESHOLD, threshold) ? 0 : -EINVAL;
}

void cposix_trim_heap(void) { malloc_trim(0); }
