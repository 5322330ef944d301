/// libdrm and the console's ioctls: what Swift cannot import (function-like macros, variadics) as small functions.
///
/// Functions of ours return -errno on failure, so no Swift code can run between a failing call and its reason.
#pragma once
#include <drm_fourcc.h>
#include <errno.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static const uint32_t cdrm_format_xrgb8888 = DRM_FORMAT_XRGB8888;

/// libdrm mixes two habits: -1 with errno set, and -errno. Both come out as -errno.
static inline int32_t cdrm_result(int result) {
  return result == -1 && errno > 0 ? -errno : result;
}

static inline int32_t cdrm_has_primary_node(const drmDevice *device) {
  return (device->available_nodes & (1 << DRM_NODE_PRIMARY)) != 0;
}

static inline const char *cdrm_primary_node(const drmDevice *device) {
  return device->nodes[DRM_NODE_PRIMARY];
}

/// Every DRM device, at most `capacity`; the count or -errno.
static inline int32_t cdrm_devices(drmDevicePtr *devices, int32_t capacity) {
  return drmGetDevices2(0, devices, capacity);
}

static inline int32_t cdrm_is_master(int32_t fd) {
  // No client ever has the magic number 0: a master hears EINVAL, anybody else EACCES.
  return drmAuthMagic(fd, 0) != -EACCES;
}

static inline int32_t cdrm_console_get(int32_t fd, unsigned long request, int32_t *value) {
  return ioctl(fd, request, value) < 0 ? -errno : 0;
}

static inline int32_t cdrm_console_set(int32_t fd, unsigned long request, long value) {
  return ioctl(fd, request, value) < 0 ? -errno : 0;
}

static inline int32_t cdrm_console_mode(int32_t fd, unsigned long request, struct vt_mode *mode) {
  return ioctl(fd, request, mode) < 0 ? -errno : 0;
}

static inline int32_t cdrm_console_state(int32_t fd, struct vt_stat *state) {
  return ioctl(fd, VT_GETSTATE, state) < 0 ? -errno : 0;
}
