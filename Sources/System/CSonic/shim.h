#ifndef FLICK_CSONIC_SHIM_H
#define FLICK_CSONIC_SHIM_H

#include <sonic.h>

#endif
