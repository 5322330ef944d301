/// The little of Linux that Swift cannot say: variadics, control messages, `vfork`, GNU-only calls.
///
/// Every function returns -errno on failure (as the kernel does), so no Swift code can run between a failing call
/// and the reading of its reason. No feature macro may stand in this header: it would give Glibc's own headers a
/// second shape in another Clang module.
#pragma once
#include <stddef.h>
#include <stdint.h>

// MARK: Shared memory (memory.c)

/// A memfd of `size` bytes that can never shrink, grow or take more seals. Close-on-exec.
int32_t cposix_sealed_memory(const char *name, int64_t size);
/// The same, and nobody but the caller can write to it: `mapping` is the only place where that is possible.
int32_t cposix_readable_memory(const char *name, int64_t size, void **mapping);
/// 1 when the file can no longer shrink, 0 when it can (or is no memfd at all).
int32_t cposix_cannot_shrink(int32_t fd);
/// Gives `length` bytes from `offset` on back; they read as zeros, the file keeps its size.
int32_t cposix_punch_hole(int32_t fd, int64_t offset, int64_t length);
/// An empty memfd that grows as it is written. Close-on-exec.
int32_t cposix_growing_memory(const char *name);
/// 1 when this build runs under a sanitizer, which reserves terabytes of address space and is slow.
int32_t cposix_is_sanitized(void);

// MARK: Messages with descriptors (messages.c)

enum { CPOSIX_MAX_DESCRIPTORS = 4 };

enum cposix_reception_flags {
  /// The packet or its descriptors did not fit.
  CPOSIX_TRUNCATED = 1,
};

int32_t cposix_message_socket_pair(int32_t ends[2]);
int64_t cposix_send_message(int32_t fd, const void *bytes, size_t count, const int32_t *descriptors,
                            size_t descriptor_count);
/// The whole length of the packet that is next, without taking it.
int64_t cposix_next_message_size(int32_t fd);
int64_t cposix_receive_message(int32_t fd, void *bytes, size_t capacity,
                               int32_t descriptors[CPOSIX_MAX_DESCRIPTORS], int32_t *descriptor_count,
                               int32_t *flags);

/// The next connection of a listening socket: close-on-exec, non-blocking. -EAGAIN when there is none.
int32_t cposix_accept(int32_t socket);

// MARK: Child processes (launcher.c)

/// What a process may use (setrlimit(2)); numbers of our own, for Glibc's are an enum in C and not in Swift.
enum cposix_resource {
  CPOSIX_ADDRESS_SPACE,
  CPOSIX_CORE_FILE,
  CPOSIX_OPEN_FILES,
  CPOSIX_FILE_SIZE,
  CPOSIX_PROCESSES,
  CPOSIX_CPU_SECONDS,
};

struct cposix_launch {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// `sources[i]` becomes descriptor `targets[i]` of the child; 0, 1 and 2 lead to /dev/null where not named.
  const int32_t *sources;
  const int32_t *targets;
  size_t mapping_count;
  /// Signal that the child gets when the *thread* that launched it ends; 0 for none.
  int32_t parent_death_signal;
  /// Not 0: the child leads a process group of its own.
  int32_t own_group;
  /// Not 0: no set-user-id program can give the child more rights than it starts with.
  int32_t no_new_privileges;
  /// `limit_values[i]` is both the soft and the hard limit of the cposix_resource `limit_kinds[i]`.
  const int32_t *limit_kinds;
  const uint64_t *limit_values;
  size_t limit_count;
};

/// The child's process id, once it runs the new program; -errno when it could not.
int32_t cposix_launch(const struct cposix_launch *launch);
int32_t cposix_pidfd(int32_t pid);
int32_t cposix_pidfd_kill(int32_t pidfd, int32_t signal);
/// 1 and the status when the child has ended, 0 when it still runs.
int32_t cposix_reap(int32_t pid, int32_t wait, int32_t *exited, int32_t *value, int32_t *core_dumped);
/// CPU time of all of a process's threads, µs.
int64_t cposix_process_cpu_time(int32_t pid);

// MARK: Events (events.c)

enum cposix_event_bits {
  CPOSIX_READABLE = 1,
  CPOSIX_WRITABLE = 2,
  CPOSIX_HANG_UP = 4,
  CPOSIX_FAILED = 8,
  CPOSIX_PRIORITY = 16,
};

struct cposix_ready {
  uint64_t token;
  uint32_t events;
};

enum { CPOSIX_MAX_READY = 64 };

int32_t cposix_poller(void);
int32_t cposix_poller_add(int32_t poller, int32_t fd, uint32_t events, uint64_t token);
int32_t cposix_poller_modify(int32_t poller, int32_t fd, uint32_t events, uint64_t token);
int32_t cposix_poller_remove(int32_t poller, int32_t fd);
/// How many are ready, at most CPOSIX_MAX_READY; 0 when the time is over or a signal came.
/// `timeout` in µs, negative for ever.
int32_t cposix_poller_wait(int32_t poller, struct cposix_ready *ready, int64_t timeout);

/// A counter to wake a poller with; `semaphore`: a read takes 1 instead of everything and waits for it.
int32_t cposix_event_counter(int32_t semaphore);

/// Blocks the signals in the calling thread and makes a non-blocking descriptor that reads them.
/// `previous` receives the old mask as bits (signal 1 is bit 0).
int32_t cposix_signal_source(const int32_t *signals, size_t count, uint64_t *previous);
/// Blocks exactly the signals whose bits are set.
void cposix_set_signal_mask(uint64_t mask);
/// The next signal's number and its sender; 0 when there is none.
int32_t cposix_next_signal(int32_t fd, int32_t *sender);
int32_t cposix_ignore_broken_pipes(void);

/// A timer by the clock on the wall.
int32_t cposix_wall_timer(void);
/// Fires at a moment in s since 1970, and whenever the clock is set.
int32_t cposix_wall_timer_fire(int32_t fd, int64_t seconds);

/// What kind of file system a path is on (statfs(2)); 0 where that cannot be told.
uint32_t cposix_file_system(const char *path);

/// Tells of what happens in folders (inotify(7)); non-blocking.
int32_t cposix_folder_watch(void);
/// Watches a folder for names that come and go, and with `contents` for files that change. Returns its number, the same
/// one for the same folder.
int32_t cposix_folder_watch_add(int32_t watch, const char *folder, int32_t contents);

/// Starts a thread with every signal blocked, so that signals reach the event loop alone.
int32_t cposix_start_thread(const char *name, void *(*entry)(void *), void *context, uint64_t *thread);
int32_t cposix_join_thread(uint64_t thread);

// MARK: Limits and hardening of this process (limits.c)

int32_t cposix_set_limit(int32_t resource, uint64_t value);
// No higher than the hard limit, which stays.
int32_t cposix_set_soft_limit(int32_t resource, uint64_t value);
/// The soft limit; UINT64_MAX for none.
int32_t cposix_limit(int32_t resource, uint64_t *value);
int32_t cposix_no_new_privileges(void);
int32_t cposix_set_dumpable(int32_t dumpable);
int32_t cposix_dumpable(void);
/// Closes every descriptor from `lowest` up but those named, which must be sorted.
int32_t cposix_close_descriptors(int32_t lowest, const int32_t *kept, size_t count);
/// Blocks of `threshold` bytes and more come from mmap and go back to the kernel when freed.
int32_t cposix_tune_heap(int32_t threshold);
void cposix_trim_heap(void);

// MARK: Measuring (affinity.c)

/// Keeps the calling thread on the core that it runs on; the core's number.
int32_t cposix_pin_thread(void);

// MARK: The console (console.c)

/// Gives a console back: switches by themselves, the keyboard's mode (K_UNICODE...), text.
int32_t cposix_restore_console(int32_t console, int32_t keyboard);
/// Starts a child that does so when this process ends in whatever way, SIGKILL included. It holds the console and
/// nothing else. The child's id; `lifeline` is the descriptor whose end tells it.
int32_t cposix_guard_console(int32_t console, int32_t keyboard, int32_t *lifeline);
/// Lets the child go without restoring anything, and waits for it. Closes `lifeline`.
void cposix_dismiss_guard(int32_t guard, int32_t lifeline);
