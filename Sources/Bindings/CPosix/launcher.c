#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int mark_all_close_on_exec(void) {
  if (close_range(0, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return 0;
  // Before Linux 5.11: one by one.
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  rlim_t end = limit.rlim_cur < 65536 ? limit.rlim_cur : 65536;
  for (rlim_t fd = 0; fd < end; fd++) fcntl((int)fd, F_SETFD, FD_CLOEXEC);
  return 0;
}

/// What the child does between vfork and exec: system calls only, for it runs on the parent's memory.
static int become(const struct cposix_launch *launch, pid_t parent) {
  if (launch->own_group && setpgid(0, 0) < 0) return errno;
  if (launch->parent_death_signal) {
    if (prctl(PR_SET_PDEATHSIG, launch->parent_death_signal) < 0) return errno;
    // The parent may have died before the line above.
    if (getppid() != parent) return ESRCH;
  }
  // Handlers are reset by exec, ignored signals are not.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction old;
    if (sigaction(signal, NULL, &old) == 0 && old.sa_handler != SIG_DFL) sigaction(signal, &standard, NULL);
  }

  if (launch->no_new_privileges && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;

  if (mark_all_close_on_exec() < 0) return errno;
  int base = 3;
  for (size_t index = 0; index < launch->mapping_count; index++) {
    if (launch->targets[index] >= base) base = launch->targets[index] + 1;
  }
  // Lift every source above every target first, so that no target overwrites a source that is still to come.
  int lifted[32];
  if (launch->mapping_count > 32) return EINVAL;
  for (size_t index = 0; index < launch->mapping_count; index++) {
    lifted[index] = fcntl(launch->sources[index], F_DUPFD_CLOEXEC, base);
    if (lifted[index] < 0) return errno;
  }
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return errno;
  if (nowhere < base) {
    nowhere = fcntl(nowhere, F_DUPFD_CLOEXEC, base);
    if (nowhere < 0) return errno;
  }
  for (int standard_fd = 0; standard_fd < 3; standard_fd++) {
    if (dup2(nowhere, standard_fd) < 0) return errno;
  }
  for (size_t index = 0; index < launch->mapping_count; index++) {
    if (dup2(lifted[index], launch->targets[index]) < 0) return errno;
  }

  // Now that it has no more descriptors than it is to have: the parent may have more than the child may open.
  for (size_t index = 0; index < launch->limit_count; index++) {
    int refused = cposix_set_limit(launch->limit_kinds[index], launch->limit_values[index]);
    if (refused) return -refused;
  }

  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) < 0) return errno;
  execve(launch->path, launch->arguments, launch->environment);
  return errno;
}

int32_t cposix_launch(const struct cposix_launch *launch) {
  // No signal handler of ours may run in the child while it borrows our memory.
  sigset_t all, before;
  sigfillset(&all);
  int refused = pthread_sigmask(SIG_SETMASK, &all, &before);
  if (refused) return -refused;
  volatile int failure = 0;
  pid_t parent = getpid();
  pid_t child = vfork();
  if (child == 0) {
    failure = become(launch, parent);
    _exit(127);
  }
  int reason = child < 0 ? errno : failure;
  if (child > 0 && reason) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return reason ? -reason : child;
}

int32_t cposix_pidfd(int32_t pid) {
  long fd = syscall(SYS_pidfd_open, pid, 0);
  return fd < 0 ? -errno : (int32_t)fd;
}

int32_t cposix_pidfd_kill(int32_t pidfd, int32_t signal) {
  return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) < 0 ? -errno : 0;
}

int32_t cposix_reap(int32_t pid, int32_t wait, int32_t *exited, int32_t *value, int32_t *core_dumped) {
  int status;
  pid_t result;
  do {
    result = waitpid(pid, &status, wait ? 0 : WNOHANG);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  if (result == 0) return 0;
  *exited = WIFEXITED(status);
  *value = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  *core_dumped = WIFSIGNALED(status) && WCOREDUMP(status);
  return 1;
}

int64_t cposix_process_cpu_time(int32_t pid) {
  clockid_t clock;
  int refused = clock_getcpuclockid(pid, &clock);
  if (refused) return -refused;
  struct timespec time;
  if (clock_gettime(clock, &time) < 0) return -errno;
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
