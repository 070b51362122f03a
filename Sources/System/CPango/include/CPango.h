/// Text in memory, by Pango and Cairo, which are loaded when the first text is drawn: few runs of
/// Flick need them (docs/decisions/command-line-sheet.md).
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether the libraries are there. Loads them.
bool flick_pango_loads(void);

/// Draws a line of text in grey.
///
/// - pixels: Rows of 32-bit pixels without gaps; those of the text are changed.
/// - width, height: In pixels.
/// - x, y: The left upper corner of the line; its right one if `ends_at_x`.
/// - max_width: What is longer gets an ellipsis in its middle.
/// - font_height: Pixels of an em.
/// - grey: From 0 to 255.
/// - text: UTF-8.
///
/// Returns the width of the line in pixels, or -1 without the libraries or memory.
int flick_pango_draw(
    uint32_t *pixels, int width, int height, int x, int y, int max_width, bool ends_at_x,
    int font_height, int grey, const char *text);
