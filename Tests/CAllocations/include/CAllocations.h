#ifndef FLICK_CALLOCATIONS_H
#define FLICK_CALLOCATIONS_H

#include <stdint.h>

/// How often the process has asked for memory since it started, from any thread.
uint64_t flick_allocation_count(void);

#endif
