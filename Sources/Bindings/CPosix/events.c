#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <unistd.h>

int32_t cposix_poller(void) {
  int fd = epoll_create1(EPOLL_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

static int32_t control(int32_t poller, int operation, int32_t fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.data.u64 = token};
  if (events & CPOSIX_READABLE) event.events |= EPOLLIN;
  if (events & CPOSIX_WRITABLE) event.events |= EPOLLOUT;
  if (events & CPOSIX_PRIORITY) event.events |= EPOLLPRI;
  return epoll_ctl(poller, operation, fd, &event) < 0 ? -errno : 0;
}

int32_t cposix_poller_add(int32_t poller, int32_t fd, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_ADD, fd, events, token);
}

int32_t cposix_poller_modify(int32_t poller, int32_t fd, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_MOD, fd, events, token);
}

int32_t cposix_poller_remove(int32_t poller, int32_t fd) { return control(poller, EPOLL_CTL_DEL, fd, 0, 0); }

int32_t cposix_poller_wait(int32_t poller, struct cposix_ready *ready, int64_t timeout) {
  struct epoll_event events[CPOSIX_MAX_READY];
  struct timespec span = {.tv_sec = timeout / 1000000, .tv_nsec = timeout % 1000000 * 1000};
  int count = epoll_pwait2(poller, events, CPOSIX_MAX_READY, timeout < 0 ? NULL : &span, NULL);
  if (count < 0 && errno == ENOSYS) {
    // Before Linux 5.11, and in some sandboxes: whole milliseconds, rounded up so that we never wake too early.
    int64_t milliseconds = timeout < 0 ? -1 : timeout / 1000 + (timeout % 1000 != 0);
    count = epoll_wait(poller, events, CPOSIX_MAX_READY,
                       milliseconds > INT_MAX ? INT_MAX : (int)milliseconds);
  }
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int index = 0; index < count; index++) {
    uint32_t bits = events[index].events;
    ready[index].token = events[index].data.u64;
    ready[index].events = (bits & EPOLLIN ? CPOSIX_READABLE : 0) | (bits & EPOLLOUT ? CPOSIX_WRITABLE : 0) |
                          (bits & EPOLLHUP ? CPOSIX_HANG_UP : 0) | (bits & EPOLLERR ? CPOSIX_FAILED : 0) |
                          (bits & EPOLLPRI ? CPOSIX_PRIORITY : 0);
  }
  return count;
}

int32_t cposix_event_counter(int32_t semaphore) {
  int fd = eventfd(0, EFD_CLOEXEC | (semaphore ? EFD_SEMAPHORE : EFD_NONBLOCK));
  return fd < 0 ? -errno : fd;
}

int32_t cposix_signal_source(const int32_t *signals, size_t count, uint64_t *previous) {
  sigset_t wanted, before;
  sigemptyset(&wanted);
  for (size_t index = 0; index < count; index++) {
    if (sigaddset(&wanted, signals[index]) < 0) return -errno;
  }
  int fd = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
  if (fd < 0) return -errno;
  int refused = pthread_sigmask(SIG_BLOCK, &wanted, &before);
  if (refused) {
    close(fd);
    return -refused;
  }
  *previous = 0;
  for (int signal = 1; signal <= 64; signal++) {
    if (sigismember(&before, signal) == 1) *previous |= 1ULL << (signal - 1);
  }
  return fd;
}

void cposix_set_signal_mask(uint64_t mask) {
  sigset_t set;
  sigemptyset(&set);
  for (int signal = 1; signal <= 64; signal++) {
    if (mask >> (signal - 1) & 1) sigaddset(&set, signal);
  }
  pthread_sigmask(SIG_SETMASK, &set, NULL);
}

int32_t cposix_next_signal(int32_t fd, int32_t *sender) {
  struct signalfd_siginfo information;
  ssize_t count;
  do {
    count = read(fd, &information, sizeof information);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return errno == EAGAIN ? 0 : -errno;
  *sender = (int32_t)information.ssi_pid;
  return (int32_t)information.ssi_signo;
}

int32_t cposix_ignore_broken_pipes(void) { return signal(SIGPIPE, SIG_IGN) == SIG_ERR ? -errno : 0; }

int32_t cposix_wall_timer(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int32_t cposix_wall_timer_fire(int32_t fd, int64_t seconds) {
  struct itimerspec time = {.it_value.tv_sec = seconds};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL) ? -errno : 0;
}

uint32_t cposix_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) ? 0 : (uint32_t)status.f_type;
}

int32_t cposix_folder_watch(void) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int32_t cposix_folder_watch_add(int32_t watch, const char *folder, int32_t contents) {
  uint32_t events = IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF;
  if (contents) events |= IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB;
  int number = inotify_add_watch(watch, folder, events | IN_ONLYDIR | IN_MASK_ADD);
  return number < 0 ? -errno : number;
}

int32_t cposix_start_thread(const char *name, void *(*entry)(void *), void *context, uint64_t *thread) {
  sigset_t all, before;
  sigfillset(&all);
  int refused = pthread_sigmask(SIG_SETMASK, &all, &before);
  if (refused) return -refused;
  pthread_t started;
  refused = pthread_create(&started, NULL, entry, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (refused) return -refused;
  pthread_setname_np(started, name);
  *thread = (uint64_t)started;
  return 0;
}

int32_t cposix_join_thread(uint64_t thread) { return -pthread_join((pthread_t)thread, NULL); }
