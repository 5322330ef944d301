// A touchscreen of ten fingers made with uinput (protocol B), played by lines on standard input:
//
//   tap X,Y            double-tap X,Y          drag X,Y X,Y MS       fling X,Y X,Y MS
//   pinch X,Y FIRST LAST MS                    down SLOT X,Y         move SLOT X,Y      up SLOT
//   wait MS            unplug                  plug                  quit
//
// Verbs and timings are those of the program's gesture scripts: positions are pixels, samples come every 8 ms, a drag
// rests 100 ms before it lifts, a fling lifts while it moves. After each line one line goes out: the device's node
// after `plug`, else `done`. The first line out is the node.
//
// Kernel: Documentation/input/multi-touch-protocol.rst, Documentation/input/uinput.rst.
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 10, UNITS = 16, SAMPLE_MS = 8 };  // UNITS: device units a pixel, so that whole pixels stay exact

static int device = -1;
static int width = 540, height = 960, resolution = 64;
static int down_count, next_id = 1, is_down[SLOTS];
static const char *name = "Lectern test touchscreen";

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void emit(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) die("touchscreen: write");
}

static void sync_report(void) { emit(EV_SYN, SYN_REPORT, 0); }

static void pause_ms(long ms) {
  struct timespec span = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&span, NULL);
}

static void absolute(int code, int maximum, int units_per_mm) {
  struct uinput_abs_setup setup = {.code = code};
  setup.absinfo.maximum = maximum;
  setup.absinfo.resolution = units_per_mm;
  if (ioctl(device, UI_ABS_SETUP, &setup) < 0) die("touchscreen: UI_ABS_SETUP");
}

// Prints /dev/input/eventN of the device that was just created.
static void print_node(void) {
  char sys[64] = "", path[128];
  if (ioctl(device, UI_GET_SYSNAME(sizeof sys), sys) < 0) die("touchscreen: UI_GET_SYSNAME");
  for (int n = 0; n < 64; n++) {
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s/event%d", sys, n);
    if (access(path, F_OK) == 0) {
      printf("/dev/input/event%d\n", n);
      return;
    }
  }
  printf("unknown\n");
}

static void plug(void) {
  device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (device < 0) die("touchscreen: /dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
  ioctl(device, UI_SET_EVBIT, EV_ABS);
  ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  absolute(ABS_X, width * UNITS - 1, resolution);
  absolute(ABS_Y, height * UNITS - 1, resolution);
  absolute(ABS_MT_SLOT, SLOTS - 1, 0);
  absolute(ABS_MT_TRACKING_ID, 65535, 0);
  absolute(ABS_MT_POSITION_X, width * UNITS - 1, resolution);
  absolute(ABS_MT_POSITION_Y, height * UNITS - 1, resolution);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 1}};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0) die("touchscreen: UI_DEV_SETUP");
  if (ioctl(device, UI_DEV_CREATE) < 0) die("touchscreen: UI_DEV_CREATE");
  down_count = 0;
  memset(is_down, 0, sizeof is_down);
  print_node();
}

// Fingers that were down stay so: a cable that is pulled sends no lifts.
static void unplug(void) {
  ioctl(device, UI_DEV_DESTROY);
  close(device);
  device = -1;
}

static void place(int slot, double x, double y) {
  emit(EV_ABS, ABS_MT_SLOT, slot);
  if (!is_down[slot]) {
    is_down[slot] = 1;
    emit(EV_ABS, ABS_MT_TRACKING_ID, next_id++);
    if (down_count++ == 0) emit(EV_KEY, BTN_TOUCH, 1);
  }
  emit(EV_ABS, ABS_MT_POSITION_X, (int)(x * UNITS));
  emit(EV_ABS, ABS_MT_POSITION_Y, (int)(y * UNITS));
  if (slot == 0) {
    emit(EV_ABS, ABS_X, (int)(x * UNITS));
    emit(EV_ABS, ABS_Y, (int)(y * UNITS));
  }
}

static void lift(int slot) {
  if (!is_down[slot]) return;
  is_down[slot] = 0;
  emit(EV_ABS, ABS_MT_SLOT, slot);
  emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
  if (--down_count == 0) emit(EV_KEY, BTN_TOUCH, 0);
}

static void tap(double x, double y) {
  place(0, x, y);
  sync_report();
  pause_ms(60);
  lift(0);
  sync_report();
}

static void stroke(double x0, double y0, double x1, double y1, int ms, int rest_ms) {
  int steps = ms / SAMPLE_MS > 0 ? ms / SAMPLE_MS : 1;
  for (int i = 0; i <= steps; i++) {
    double part = (double)i / steps;
    place(0, x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
    sync_report();
    if (i < steps) pause_ms(SAMPLE_MS);
  }
  pause_ms(rest_ms);
  lift(0);
  sync_report();
}

static void pinch(double x, double y, double first, double last, int ms) {
  int steps = ms / SAMPLE_MS > 0 ? ms / SAMPLE_MS : 1;
  for (int i = 0; i <= steps; i++) {
    double half = (first + (last - first) * i / steps) / 2;
    place(0, x - half, y);
    place(1, x + half, y);
    sync_report();
    pause_ms(SAMPLE_MS);
  }
  lift(0);
  lift(1);
  sync_report();
}

// Plays one line; returns whether the line is one of the verbs.
static int play(const char *line) {
  double x, y, u, v;
  int ms, slot;
  if (sscanf(line, "tap %lf,%lf", &x, &y) == 2) return tap(x, y), 1;
  if (sscanf(line, "double-tap %lf,%lf", &x, &y) == 2) return tap(x, y), pause_ms(120), tap(x, y), 1;
  if (sscanf(line, "drag %lf,%lf %lf,%lf %d", &x, &y, &u, &v, &ms) == 5) return stroke(x, y, u, v, ms, 100), 1;
  if (sscanf(line, "fling %lf,%lf %lf,%lf %d", &x, &y, &u, &v, &ms) == 5) return stroke(x, y, u, v, ms, SAMPLE_MS), 1;
  if (sscanf(line, "pinch %lf,%lf %lf %lf %d", &x, &y, &u, &v, &ms) == 5) return pinch(x, y, u, v, ms), 1;
  if (sscanf(line, "wait %d", &ms) == 1) return pause_ms(ms), 1;
  if (sscanf(line, "up %d", &slot) == 1 && slot >= 0 && slot < SLOTS) return lift(slot), sync_report(), 1;
  if ((sscanf(line, "down %d %lf,%lf", &slot, &x, &y) == 3 || sscanf(line, "move %d %lf,%lf", &slot, &x, &y) == 3) &&
      slot >= 0 && slot < SLOTS)
    return place(slot, x, y), sync_report(), 1;
  return 0;
}

int main(int count, char **arguments) {
  for (int i = 1; i + 1 < count; i += 2) {
    const char *value = arguments[i + 1];
    if (!strcmp(arguments[i], "--size") && sscanf(value, "%dx%d", &width, &height) == 2) continue;
    if (!strcmp(arguments[i], "--resolution")) resolution = atoi(value);
    else if (!strcmp(arguments[i], "--name")) name = value;
    else return fprintf(stderr, "usage: touchscreen [--size WxH] [--resolution UNITS/MM] [--name N]\n"), 64;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  plug();
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "quit")) break;
    if (!strcmp(line, "plug")) {
      plug();
      continue;
    }
    if (!strcmp(line, "unplug")) unplug();
    else if (device < 0) return fprintf(stderr, "touchscreen: unplugged: %s\n", line), 1;
    else if (!play(line)) return fprintf(stderr, "touchscreen: what is \"%s\"?\n", line), 64;
    printf("done\n");
  }
  return 0;
}
