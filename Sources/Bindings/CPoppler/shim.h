#pragma once
#include <gio/gio.h>
#include <glib.h>
#include <poppler.h>
