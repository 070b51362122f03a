#ifndef FLICK_CINTL_SHIM_H
#define FLICK_CINTL_SHIM_H

#include <libintl.h>

#endif
