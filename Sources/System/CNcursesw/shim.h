#ifndef FLICK_CNCURSESW_SHIM_H
#define FLICK_CNCURSESW_SHIM_H

// The wide-character half of the API is hidden unless asked for.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <locale.h>
#include <langinfo.h>
#include <term.h>

#endif
