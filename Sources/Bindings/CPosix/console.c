#define _GNU_SOURCE
#include "cposix.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

int32_t cposix_restore_console(int32_t console, int32_t keyboard) {
  int result = 0;
  struct vt_mode automatic = {.mode = VT_AUTO};
  // Switching first: a console whose switches nobody confirms any more locks up all of them.
  if (ioctl(console, VT_SETMODE, &automatic) < 0) result = -errno;
  if (ioctl(console, KDSKBMODE, (long)keyboard) < 0) result = -errno;
  if (ioctl(console, KDSETMODE, (long)KD_TEXT) < 0) result = -errno;
  return result;
}

/// The console's number, 1-63; 0 when it is none of the kernel's. Right for /dev/tty too.
static unsigned console_number(int console) {
  unsigned device = 0;
  // TTY_MAJOR is 4; its minors from 64 are serial lines.
  if (ioctl(console, TIOCGDEV, &device) < 0 || major(device) != 4 || minor(device) > 63) return 0;
  return minor(device);
}

/// Gives a console back that was hung up: where the dead was the leader of its session (a service on a terminal, a
/// login shell), the kernel makes every open descriptor of it useless, ours included, and takes the right to change
/// it from those it was the terminal of. A session of our own may take it anew.
static void restore_hung_up(unsigned number, int32_t keyboard) {
  char path[24];
  snprintf(path, sizeof path, "/dev/tty%u", number);
  setsid();
  int console = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (console < 0) return;
  ioctl(console, TIOCSCTTY, 0);
  cposix_restore_console(console, keyboard);
}

/// The guard's whole life. Nothing here may allocate or lock: the parent may have had other threads.
static void guard(int console, int lifeline, int keyboard) {
  unsigned number = console_number(console);
  sigset_t all;
  sigfillset(&all);
  // Whatever is sent to the whole process group or unit must not stop it before its work is done.
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_NAME, "console-guard");
  int32_t kept[2] = {console < lifeline ? console : lifeline, console < lifeline ? lifeline : console};
  // Above all the graphics card: while anybody holds it open, the screen has no other master.
  cposix_close_descriptors(0, kept, 2);
  char byte;
  ssize_t count;
  do count = read(lifeline, &byte, 1);
  while (count < 0 && errno == EINTR);
  // A byte is a farewell; the end of the pipe is a death.
  if (count == 0 && cposix_restore_console(console, keyboard) < 0 && number > 0) restore_hung_up(number, keyboard);
  _exit(0);
}

int32_t cposix_guard_console(int32_t console, int32_t keyboard, int32_t *lifeline) {
  int ends[2], ready[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  if (pipe2(ready, O_CLOEXEC) < 0) {
    int code = errno;
    close(ends[0]);
    close(ends[1]);
    return -code;
  }
  pid_t child = fork();
  int code = errno;
  if (child == 0) guard(console, ends[0], keyboard);
  close(ends[0]);
  close(ready[1]);
  if (child < 0) {
    close(ends[1]);
  } else {
    // Ends when the child has let go of everything, the other end of this pipe included.
    char byte;
    while (read(ready[0], &byte, 1) < 0 && errno == EINTR) {}
    *lifeline = ends[1];
  }
  close(ready[0]);
  return child < 0 ? -code : child;
}

void cposix_dismiss_guard(int32_t guard, int32_t lifeline) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  // The guard may be gone; its pipe must not kill us.
  sigaction(SIGPIPE, &ignore, &before);
  ssize_t count;
  do count = write(lifeline, "", 1);
  while (count < 0 && errno == EINTR);
  close(lifeline);
  sigaction(SIGPIPE, &before, NULL);
  while (waitpid(guard, NULL, 0) < 0 && errno == EINTR) {}
}
