#include <stdint.h>

// libavcodec brings Highway's library for JPEG XL. As it is loaded, it times the processor's clock for benchmarks of
// its own, which nobody runs here: a tenth of what all libraries take at the start. This function is found in place of
// that one (docs/decisions/builds-libraries.md).
uint64_t flick_timer_resolution(void) __asm__("_ZN3hwy8platform15TimerResolutionEv");

uint64_t flick_timer_resolution(void) { return 1; }
