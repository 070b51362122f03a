#ifndef FLICK_CVTERM_SHIM_H
#define FLICK_CVTERM_SHIM_H

#include <vterm.h>

#endif
