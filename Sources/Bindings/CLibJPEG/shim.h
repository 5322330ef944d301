#pragma once
// The library's header uses FILE and size_t without including them.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
