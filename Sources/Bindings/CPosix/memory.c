#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int32_t cposix_sealed_memory(const char *name, int64_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  int result;
  do {
    result = ftruncate(fd, size);
  } while (result < 0 && errno == EINTR);
  if (result < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int reason = errno;
    close(fd);
    return -reason;
  }
  return fd;
}

int32_t cposix_readable_memory(const char *name, int64_t size, void **mapping) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  int result;
  do {
    result = ftruncate(fd, size);
  } while (result < 0 && errno == EINTR);
  void *memory = MAP_FAILED;
  if (result == 0) memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  // A mapping that is there already may still be written to.
  if (memory == MAP_FAILED ||
      fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) < 0) {
    int reason = errno;
    if (memory != MAP_FAILED) munmap(memory, (size_t)size);
    close(fd);
    return -reason;
  }
  *mapping = memory;
  return fd;
}

int32_t cposix_cannot_shrink(int32_t fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  if (seals < 0) return errno == EINVAL ? 0 : -errno;
  return (seals & F_SEAL_SHRINK) != 0;
}

int32_t cposix_punch_hole(int32_t fd, int64_t offset, int64_t length) {
  int result;
  do {
    result = fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

int32_t cposix_growing_memory(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

int32_t cposix_is_sanitized(void) {
#ifdef SANITIZED
  return 1;
#else
  return 0;
#endif
}
