// Calls libav through addresses that are looked up once it is loaded, beside whatever else the program
// does: it brings a hundred libraries, which take longer to link than all the rest of a start.

#include "CLibAV.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

// The library of the version whose headers these are; `AV_STRINGIFY` expands the number first.
#define SONAME(name, major) "lib" name ".so." AV_STRINGIFY(major)

enum library { UTIL, CODEC, FORMAT, RESAMPLE, SCALE, LIBRARY_COUNT };

static const char *const sonames[LIBRARY_COUNT] = {
    [UTIL] = SONAME("avutil", LIBAVUTIL_VERSION_MAJOR),
    [CODEC] = SONAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
    [FORMAT] = SONAME("avformat", LIBAVFORMAT_VERSION_MAJOR),
    [RESAMPLE] = SONAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR),
    [SCALE] = SONAME("swscale", LIBSWSCALE_VERSION_MAJOR),
};

enum function {
#define LIBAV(library, result, name, parameters, arguments) FUNCTION_##name,
#include "functions.h"
#undef LIBAV
  FUNCTION_COUNT
};

static const struct {
  enum library library;
  const char *name;
} functions[FUNCTION_COUNT] = {
#define LIBAV(library, result, name, parameters, arguments) {library, #name},
#include "functions.h"
#undef LIBAV
};

static void *addresses[FUNCTION_COUNT];
static const char *problem;
static char problem_text[512];

// The linker's words name the library or function.
static void fail(void) {
  const char *words = dlerror();
  snprintf(problem_text, sizeof problem_text, "%s", words ? words : "libav cannot be loaded");
  problem = problem_text;
}

static void load(void) {
  void *handles[LIBRARY_COUNT];
  for (int i = 0; i < LIBRARY_COUNT; i++) {
    handles[i] = dlopen(sonames[i], RTLD_LAZY | RTLD_LOCAL);
    if (!handles[i]) return fail();
  }
  for (int i = 0; i < FUNCTION_COUNT; i++) {
    addresses[i] = dlsym(handles[functions[i].library], functions[i].name);
    if (!addresses[i]) return fail();
  }
}

const char *flick_libav_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

// `pthread_once` orders the addresses before whoever reads them, and costs one load when it is done.
static void *address(enum function function) {
  const char *failure = flick_libav_load();
  if (failure) {
    // As the linker ends a program that lacks a library. Whoever opens clips has asked before.
    fprintf(stderr, "flick: %s\n", failure);
    _exit(127);
  }
  return addresses[function];
}

// Hidden, so that libav's own libraries never call these in place of their functions.
#define LIBAV(library, result, name, parameters, arguments)                 \
  __attribute__((visibility("hidden"))) result name parameters {            \
    return ((result(*) parameters)address(FUNCTION_##name))arguments;       \
  }
#include "functions.h"
