#ifndef FLICK_CNCURSESW_SHIM_H
#define FLICK_CNCURSESW_SHIM_H

// The wide-character half of the API is hidden unless asked for.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <locale.h>
#include <langinfo.h>
#include <term.h>

// ncurses' globals as functions: Swift takes mutable globals of C for unsafe, and cannot see that
// all of them are used on one thread.

static inline WINDOW *flick_stdscr(void) { return stdscr; }
static inline WINDOW *flick_curscr(void) { return curscr; }

/// The columns of a wide character in the current locale, as ncurses counts them; -1 if it cannot
/// be shown.
int wcwidth(wchar_t character);

#endif
