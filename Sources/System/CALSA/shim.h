#ifndef FLICK_CALSA_SHIM_H
#define FLICK_CALSA_SHIM_H

#include <alsa/asoundlib.h>

#endif
