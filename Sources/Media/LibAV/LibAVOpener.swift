import MediaCore
import Models
import Network

package struct LibAVOpener: MediaOpener {
  private let threadCount: Int
  private let files: RemoteFiles?
  private let folders = SidecarFolders()
  private let text: TextDecoder
  private let hasSidecars: Bool
  private let isForPlaying: Bool

  /// Creates an opener.
  ///
  /// - Parameters:
  ///   - threadCount: Parallel decoding threads per clip. 1 suits nearly all; 2 suits a clip on
  ///     screen of 4K or of 1080p at 60. Each additional one holds some three more frames. A thread
  ///     with changed niceness must leave it at 1, because the threads it starts inherit that
  ///     permanently.
  ///   - web: Reads from web servers; without it no address is opened.
  ///   - text: Decodes subtitle files.
  ///   - hasSidecars: Whether to look for subtitle files beside a clip.
  ///   - isForPlaying: Whether the clips are to be played. If not, opening them decodes nothing but
  ///     stills.
  ///   - stallLimit: A web server that sends nothing for this long is considered gone; in seconds.
  package init(
    threadCount: Int = 1, web: (any WebSource)? = nil, text: TextDecoder = TextDecoder(),
    hasSidecars: Bool = true, isForPlaying: Bool = true, stallLimit: Double = 8
  ) {
    self.text = text
    self.hasSidecars = hasSidecars
    self.isForPlaying = isForPlaying
    self.threadCount = max(threadCount, 1)
    files = web.map { RemoteFiles(web: $0, stallLimit: stallLimit) }
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    LibAVLibraries.prepare()
    let input: MediaInput
    var sidecars: Sidecars?
    switch location {
    case .file(let path):
      input = try FileInput(path, cancellation: cancellation)
      if hasSidecars {
        sidecars = Sidecars(beside: path, in: folders, text, cancellation: cancellation)
      }
    case .remote(let address): input = try remoteInput(address.whole, cancellation)
    }
    do throws(MediaError) {
      return try LibAVSource(
        Demuxer(input), threadCount: threadCount, sidecars: sidecars, isForPlaying: isForPlaying)
    } catch {
      guard error == .damaged || error == .noStreams, let name = UnreadFrame.name(of: input)
      else { throw error }
      throw .unreadFormat(name)
    }
  }

  private func remoteInput(
    _ address: RemoteAddress, _ cancellation: CancellationToken
  ) throws(MediaError) -> MediaInput {
    guard let files else { throw .refused(.localized("web addresses are disabled here.")) }
    let file = RemoteInput(
      RemoteFetch.Request(address: address), files: files, cancellation: cancellation)
    try file.awaitResponse()
    if file.starts(with: StreamPlaylist.signature) {
      return try StreamInput(file, files: files)
    }
    guard file.rewind() else { throw .tooLarge }
    return file
  }

  package func releaseUnusedMemory() { MemoryTuning.releaseUnused() }
}
