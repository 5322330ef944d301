// kdmode TTY: prints whether the console shows `text` or leaves the screen to a program (`graphics`), and what its
// keyboard does: `unicode`, `xlate`, `raw`, `medium`, `off`. Kernel: include/uapi/linux/kd.h.
#include <fcntl.h>
#include <linux/kd.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(int count, char **arguments) {
  static const char *const keyboards[] = {"raw", "xlate", "medium", "unicode", "off"};
  int screen = 0, keyboard = 0;
  int console = count == 2 ? open(arguments[1], O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
  if (console < 0 || ioctl(console, KDGETMODE, &screen) < 0 || ioctl(console, KDGKBMODE, &keyboard) < 0) {
    perror("kdmode");
    return 1;
  }
  const char *word = keyboard >= 0 && keyboard < 5 ? keyboards[keyboard] : "unknown";
  printf("%s %s\n", screen == KD_TEXT ? "text" : "graphics", word);
  return 0;
}
