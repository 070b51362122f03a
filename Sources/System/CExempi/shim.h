#ifndef FLICK_CEXEMPI_SHIM_H
#define FLICK_CEXEMPI_SHIM_H

#include <exempi/xmp.h>

#endif
