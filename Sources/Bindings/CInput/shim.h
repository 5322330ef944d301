#pragma once
#include <errno.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

enum { CINPUT_MAX_SLOTS = 64 };

/// One absolute axis of an evdev device (EVIOCGABS); -errno on failure. All zero where the device has none.
static inline int32_t cinput_axis(int32_t fd, uint32_t code, struct input_absinfo *axis) {
  return ioctl(fd, EVIOCGABS(code), axis) < 0 ? -errno : 0;
}

/// The current value of a multitouch axis in one slot (EVIOCGMTSLOTS); -errno on failure, EINVAL without slots.
static inline int32_t cinput_slot_value(int32_t fd, uint32_t code, int32_t slot, int32_t *value) {
  struct {
    uint32_t code;
    int32_t values[CINPUT_MAX_SLOTS];
  } request;
  if (slot < 0 || slot >= CINPUT_MAX_SLOTS) return -EINVAL;
  memset(&request, 0, sizeof request);
  request.code = code;
  if (ioctl(fd, EVIOCGMTSLOTS(sizeof request), &request) < 0) return -errno;
  *value = request.values[slot];
  return 0;
}

static inline void cinput_log_line(struct libinput *context, enum libinput_log_priority priority,
                                   const char *format, va_list arguments) {
  (void)context;
  (void)priority;
  char text[512];
  vsnprintf(text, sizeof text, format, arguments);
  dprintf(2, "lectern: input: %s", text);
}

/// libinput's errors go to standard error under our name.
static inline void cinput_log_to_standard_error(struct libinput *context) {
  libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_ERROR);
  libinput_log_set_handler(context, cinput_log_line);
}
