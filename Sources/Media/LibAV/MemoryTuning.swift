import CLibAV

/// Settings of the allocator that suit a program which opens and closes decoders all the time.
package enum MemoryTuning {
  /// Applies the settings. Called once, before the first thread starts.
  ///
  /// - By default each thread gets an arena of its own, and what a closed decoder leaves in it is
  ///   not given back: 13 MB for an HEVC decoder with two threads. Two arenas leave 0.1 MB.
  /// - Buffers of 128 KB and more get their own mapping, which freeing returns at once: at 1080p
  ///   the two planes of colour and the tables of each frame as much as its brightness. By
  ///   default the threshold grows to 32 MB with the first large buffer freed.
  package static func apply() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
  }

  /// Returns free memory to the system. Takes a millisecond or so: after closing clips, not while
  /// a frame is due.
  package static func releaseUnused() {
    malloc_trim(0)
  }
}
