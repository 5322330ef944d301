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
/// 1 when the file can no longer shrink, 0 when it can (or is no memfd at all).
int32_t cposix_cannot_shrink(int32_t fd);

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

// MARK: Child processes (launcher.c)

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
};

/// The child's process id, once it runs the new program; -errno when it could not.
int32_t cposix_launch(const struct cposix_launch *launch);
int32_t cposix_pidfd(int32_t pid);
int32_t cposix_pidfd_kill(int32_t pidfd, int32_t signal);
/// 1 and the status when the child has ended, 0 when it still runs.
int32_t cposix_reap(int32_t pid, int32_t wait, int32_t *exited, int32_t *value, int32_t *core_dumped);
/// CPU time of all of a process's threads, µs.
int64_t cposix_process_cpu_time(int32_t pid);
