import MediaCore
import Models

/// Opens clips with libav.
package struct LibAVOpener: MediaOpener {
  private let threadCount: Int

  /// Creates an opener.
  ///
  /// - Parameter threadCount: Threads that decode the pictures of one clip side by side. 1 suits
  ///   nearly all; 2 suits a clip on screen of 4K or of 1080p at 60. Each one more holds some
  ///   three pictures more. A thread with a niceness of its own must leave it at 1: what it starts
  ///   inherits that for ever.
  package init(threadCount: Int = 1) {
    self.threadCount = max(threadCount, 1)
    LibAVLog.silence()
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    switch location {
    case .file(let path):
      let input = try FileInput(path, cancellation: cancellation)
      return try LibAVSource(Demuxer(input), threadCount: threadCount)
    case .remote:
      throw .refused("addresses are not opened yet")
    }
  }

  package func releaseUnusedMemory() { MemoryTuning.releaseUnused() }
}
