#define _GNU_SOURCE
#include "powercut.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, SIZE, SYNC, RENAME, LINK, UNLINK, MKDIR };

// A step as it stands in the record, followed by the bytes of its first and second text or data.
struct step {
  uint32_t kind;
  uint32_t first;
  uint32_t second;
  uint32_t file;
  uint64_t place;
};

// Descriptors of files in the folder. What else bears the number by now is told by its inode.
enum { DESCRIPTORS = 1024 };
static struct {
  uint32_t file;
  ino_t inode;
  dev_t device;
} files[DESCRIPTORS];

static const char *folder;
static size_t folder_length;
static int record = -1;
static uint32_t count, last, file_count;
static uint64_t room = UINT64_MAX;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  folder = getenv("LECTERN_POWERCUT_FOLDER");
  const char *log = getenv("LECTERN_POWERCUT_LOG");
  const char *die = getenv("LECTERN_POWERCUT_DIE");
  folder_length = folder ? strlen(folder) : 0;
  last = die ? (uint32_t)atol(die) : 0;
  const char *size = getenv("LECTERN_POWERCUT_ROOM");
  if (size) room = (uint64_t)atoll(size);
  if (folder && log) record = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) {
  return folder_length > 0 && path && strncmp(path, folder, folder_length) == 0;
}

// The number of the file behind a descriptor; 0 for one that is none of ours.
static uint32_t number_of(int descriptor) {
  struct stat status;
  if (descriptor < 0 || descriptor >= DESCRIPTORS || files[descriptor].file == 0) return 0;
  if (fstat(descriptor, &status) != 0 || status.st_ino != files[descriptor].inode ||
      status.st_dev != files[descriptor].device) {
    files[descriptor].file = 0;
    return 0;
  }
  return files[descriptor].file;
}

// Whether this is where the program ends.
static int is_last(void) { return ++count == last; }

static void die(void) {
  raise(SIGKILL);
  for (;;) pause();
}

static void note(uint32_t kind, const void *first, size_t first_length, const void *second, size_t second_length,
                 uint32_t file, uint64_t place) {
  if (record < 0) return;
  struct step step = {kind, (uint32_t)first_length, (uint32_t)second_length, file, place};
  struct iovec parts[] = {
      {&step, sizeof step}, {(void *)first, first_length}, {(void *)second, second_length}};
  // One call, so that a record that is cut short ends between two steps.
  if (REAL(writev)(record, parts, 3) < 0) die();
}

static int track(int descriptor, const char *path, int flags, int is_new) {
  struct stat status;
  if (descriptor < 0 || descriptor >= DESCRIPTORS || fstat(descriptor, &status) != 0) return descriptor;
  files[descriptor].file = ++file_count;
  files[descriptor].inode = status.st_ino;
  files[descriptor].device = status.st_dev;
  note(OPEN, path, strlen(path), NULL, 0, file_count, (is_new ? 1 : 0) | (flags & O_TRUNC ? 2 : 0));
  return descriptor;
}

static int open_file(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  if (!is_ours(path)) return real(path, flags, mode);
  pthread_mutex_lock(&lock);
  struct stat status;
  int is_new = (flags & O_CREAT) && lstat(path, &status) != 0;
  if ((is_new || (flags & O_TRUNC)) && is_last()) die();
  int result = track(real(path, flags, mode), path, flags, is_new);
  int code = errno;
  pthread_mutex_unlock(&lock);
  errno = code;
  return result;
}

#define MODE(flags)                                                  \
  mode_t mode = 0;                                                   \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                             \
    va_list list;                                                    \
    va_start(list, flags);                                           \
    mode = va_arg(list, mode_t);                                     \
    va_end(list);                                                    \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_file(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_file(REAL(open64), path, flags, mode);
}

static ssize_t write_bytes(int descriptor, const void *bytes, size_t size, off_t place) {
  __typeof__(&pwrite) real = REAL(pwrite);
  pthread_mutex_lock(&lock);
  uint32_t file = number_of(descriptor);
  int ends = file && is_last();
  if (ends) size /= 2;
  if (file && size > room) {
    pthread_mutex_unlock(&lock);
    errno = ENOSPC;
    return -1;
  }
  if (file) room -= size;
  ssize_t result = real(descriptor, bytes, size, place);
  int code = errno;
  if (file && result > 0) note(WRITE, bytes, (size_t)result, NULL, 0, file, (uint64_t)place);
  if (ends) die();
  pthread_mutex_unlock(&lock);
  errno = code;
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  pthread_mutex_lock(&lock);
  int is_ours = number_of(descriptor) != 0;
  pthread_mutex_unlock(&lock);
  if (!is_ours) return REAL(write)(descriptor, bytes, size);
  off_t place = lseek(descriptor, 0, SEEK_CUR);
  ssize_t result = write_bytes(descriptor, bytes, size, place);
  if (result > 0) lseek(descriptor, result, SEEK_CUR);
  return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t place) {
  return write_bytes(descriptor, bytes, size, place);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t place) {
  return write_bytes(descriptor, bytes, size, place);
}

// A step of one descriptor without data.
#define FILE_STEP(kind, place, call)                        \
  pthread_mutex_lock(&lock);                                \
  uint32_t file = number_of(descriptor);                    \
  if (file && is_last()) die();                             \
  int result = call;                                        \
  int code = errno;                                         \
  if (file && result == 0) note(kind, NULL, 0, NULL, 0, file, (uint64_t)(place)); \
  pthread_mutex_unlock(&lock);                              \
  errno = code;                                             \
  return result;

int ftruncate(int descriptor, off_t size) { FILE_STEP(SIZE, size, REAL(ftruncate)(descriptor, size)) }
int ftruncate64(int descriptor, off64_t size) { FILE_STEP(SIZE, size, REAL(ftruncate64)(descriptor, size)) }
int fsync(int descriptor) { FILE_STEP(SYNC, 0, REAL(fsync)(descriptor)) }
int fdatasync(int descriptor) { FILE_STEP(SYNC, 0, REAL(fdatasync)(descriptor)) }

// A step of names.
#define NAME_STEP(kind, path, other, call)                  \
  if (!is_ours(path)) return call;                          \
  pthread_mutex_lock(&lock);                                \
  if (is_last()) die();                                     \
  int result = call;                                        \
  int code = errno;                                         \
  if (result == 0) note(kind, path, strlen(path), other, strlen(other), 0, 0); \
  pthread_mutex_unlock(&lock);                              \
  errno = code;                                             \
  return result;

int rename(const char *old, const char *new) { NAME_STEP(RENAME, old, new, REAL(rename)(old, new)) }
int link(const char *old, const char *new) { NAME_STEP(LINK, old, new, REAL(link)(old, new)) }
int unlink(const char *path) { NAME_STEP(UNLINK, path, "", REAL(unlink)(path)) }
int mkdir(const char *path, mode_t mode) { NAME_STEP(MKDIR, path, "", REAL(mkdir)(path, mode)) }
