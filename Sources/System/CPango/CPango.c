#include "CPango.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions have had these types since Pango 1.6 and Cairo 1.0 (2005), whose documentation they
// are from; pointers to their objects are opaque here.
#define FUNCTIONS(f)                                                                               \
  f(void *, cairo_image_surface_create_for_data, (unsigned char *, int, int, int, int))            \
  f(void *, cairo_create, (void *))                                                                \
  f(void, cairo_set_source_rgb, (void *, double, double, double))                                  \
  f(void, cairo_move_to, (void *, double, double))                                                 \
  f(void, cairo_destroy, (void *))                                                                 \
  f(void, cairo_surface_flush, (void *))                                                           \
  f(void, cairo_surface_destroy, (void *))                                                         \
  f(int, cairo_surface_status, (void *))                                                           \
  f(void *, pango_cairo_create_layout, (void *))                                                   \
  f(void, pango_cairo_show_layout, (void *, void *))                                               \
  f(void *, pango_font_description_from_string, (const char *))                                    \
  f(void, pango_font_description_set_absolute_size, (void *, double))                              \
  f(void, pango_font_description_free, (void *))                                                   \
  f(void, pango_layout_set_font_description, (void *, const void *))                               \
  f(void, pango_layout_set_text, (void *, const char *, int))                                      \
  f(void, pango_layout_set_width, (void *, int))                                                   \
  f(void, pango_layout_set_ellipsize, (void *, int))                                               \
  f(void, pango_layout_set_single_paragraph_mode, (void *, int))                                   \
  f(void, pango_layout_get_pixel_size, (void *, int *, int *))                                     \
  f(void, g_object_unref, (void *))

#define DECLARE(result, name, parameters) static result(*name##_) parameters;
FUNCTIONS(DECLARE)

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // It brings Pango, Cairo and GObject.
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return;
  bool has_all = true;
#define FIND(result, name, parameters)                                                             \
  name##_ = (result(*) parameters)dlsym(library, #name);                                           \
  has_all = has_all && name##_ != NULL;
  FUNCTIONS(FIND)
  is_loaded = has_all;
}

bool flick_pango_loads(void) {
  pthread_once(&once, load);
  return is_loaded;
}

enum { format_rgb24 = 1, ellipsize_middle = 2, pango_scale = 1024 };

int flick_pango_draw(
    uint32_t *pixels, int width, int height, int x, int y, int max_width, bool ends_at_x,
    int font_height, int grey, const char *text) {
  if (!flick_pango_loads() || width < 1 || height < 1 || max_width < 1) return -1;
  // Only the rows of the line: Cairo takes no image of more than 32 767.
  int top = y < 0 ? 0 : y < height ? y : height - 1;
  int rows = height - top < 4 * font_height ? height - top : 4 * font_height;
  void *surface = cairo_image_surface_create_for_data_(
      (unsigned char *)(pixels + (size_t)top * (size_t)width), format_rgb24, width, rows, width * 4);
  if (cairo_surface_status_(surface) != 0) {
    cairo_surface_destroy_(surface);
    return -1;
  }
  void *cairo = cairo_create_(surface);
  void *layout = pango_cairo_create_layout_(cairo);
  void *font = pango_font_description_from_string_("Sans");
  pango_font_description_set_absolute_size_(font, (double)font_height * pango_scale);
  pango_layout_set_font_description_(layout, font);
  pango_font_description_free_(font);
  pango_layout_set_single_paragraph_mode_(layout, 1);
  pango_layout_set_text_(layout, text, -1);
  int text_width = 0, text_height = 0;
  pango_layout_get_pixel_size_(layout, &text_width, &text_height);
  if (text_width > max_width) {
    pango_layout_set_width_(layout, max_width * pango_scale);
    pango_layout_set_ellipsize_(layout, ellipsize_middle);
    text_width = max_width;
  }
  double level = grey / 255.0;
  cairo_set_source_rgb_(cairo, level, level, level);
  cairo_move_to_(cairo, ends_at_x ? x - text_width : x, y - top);
  pango_cairo_show_layout_(cairo, layout);
  g_object_unref_(layout);
  cairo_destroy_(cairo);
  cairo_surface_flush_(surface);
  cairo_surface_destroy_(surface);
  return text_width;
}
