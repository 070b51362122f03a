import CLibAV

/// Allocator settings for a program that opens and closes decoders all the time.
package enum MemoryTuning {
  /// Applies the settings. Called once, before the first thread starts.
  ///
  /// - By default each thread gets its own arena, and memory that a closed decoder frees there is
  ///   not returned: 13 MB for an HEVC decoder with two threads. Two arenas leave 0.1 MB.
  /// - Buffers of 128 KB and more get their own mapping, which freeing returns at once: at 1080p
  ///   the two chroma planes and the tables of each frame as well as its luma. By default the
  ///   threshold grows to 32 MB when the first large buffer is freed.
  package static func apply() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
  }

  /// Returns free memory to the system. Takes about a millisecond: call it after closing clips, not
  /// while a frame is due.
  package static func releaseUnused() {
    malloc_trim(0)
  }
}
