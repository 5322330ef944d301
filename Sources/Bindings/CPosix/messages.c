#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int32_t cposix_message_socket_pair(int32_t ends[2]) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return -errno;
  ends[0] = pair[0];
  ends[1] = pair[1];
  return 0;
}

// Aligned as the kernel's macros expect, large enough for exactly the descriptors that are allowed: more are
// closed by the kernel, which then says MSG_CTRUNC.
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * CPOSIX_MAX_DESCRIPTORS)];
};

int64_t cposix_send_message(int32_t fd, const void *bytes, size_t count, const int32_t *descriptors,
                            size_t descriptor_count) {
  if (descriptor_count > CPOSIX_MAX_DESCRIPTORS || count == 0) return -EINVAL;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control;
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
  }
  ssize_t sent;
  do {
    sent = sendmsg(fd, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : sent;
}

int64_t cposix_next_message_size(int32_t fd) {
  ssize_t size;
  do {
    size = recv(fd, NULL, 0, MSG_PEEK | MSG_TRUNC);
  } while (size < 0 && errno == EINTR);
  return size < 0 ? -errno : size;
}

int64_t cposix_receive_message(int32_t fd, void *bytes, size_t capacity,
                               int32_t descriptors[CPOSIX_MAX_DESCRIPTORS], int32_t *descriptor_count,
                               int32_t *flags) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  union control control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t received;
  do {
    received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  *descriptor_count = 0;
  *flags = 0;
  if (received < 0) return -errno;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      if (*descriptor_count < CPOSIX_MAX_DESCRIPTORS) {
        descriptors[(*descriptor_count)++] = descriptor;
      } else {
        close(descriptor);
        *flags |= CPOSIX_TRUNCATED;
      }
    }
  }
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) *flags |= CPOSIX_TRUNCATED;
  return received;
}

int32_t cposix_accept(int32_t socket) {
  while (1) {
    int client = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client >= 0) return client;
    // ECONNABORTED: that client has gone again, another may wait.
    if (errno != EINTR && errno != ECONNABORTED) return -errno;
  }
}
