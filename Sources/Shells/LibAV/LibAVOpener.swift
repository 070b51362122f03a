import MediaCore
import Models

/// Opens clips with libav.
package struct LibAVOpener: MediaOpener {
  private let threadCount: Int
  private let client: WebClient
  private let folders = SidecarFolders()

  /// Creates an opener.
  ///
  /// - Parameters:
  ///   - threadCount: Threads that decode the pictures of one clip side by side. 1 suits nearly
  ///     all; 2 suits a clip on screen of 4K or of 1080p at 60. Each one more holds some three
  ///     pictures more. A thread with a niceness of its own must leave it at 1: what it starts
  ///     inherits that for ever.
  ///   - userAgent: What web servers are told of the program.
  ///   - authorities: A file of certificates to trust on the web instead of the system's; `nil` for
  ///     those.
  ///   - stallLimit: A web server that sends nothing for so long is gone; in seconds.
  ///   - isPrivate: Whether a server stands in a private network; asks the system's resolver if left
  ///     out.
  package init(
    threadCount: Int = 1, userAgent: String = "Flick", authorities: String? = nil,
    stallLimit: Double = 8, isPrivate: (@Sendable (RemoteAddress) -> Bool)? = nil
  ) {
    self.threadCount = max(threadCount, 1)
    var limits = WebClient.Limits()
    limits.stall = stallLimit
    client = WebClient(
      userAgent: userAgent, authorities: authorities, limits: limits,
      isPrivate: isPrivate ?? WebClient.resolvesPrivate)
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    LibAVLibraries.prepare()
    let input: any MediaInput
    var sidecars = Sidecars()
    switch location {
    case .file(let path):
      input = try FileInput(path, cancellation: cancellation)
      sidecars = Sidecars(beside: path, in: folders, cancellation: cancellation)
    case .remote(let address): input = try remoteInput(address, cancellation)
    }
    do throws(MediaError) {
      return try LibAVSource(Demuxer(input), threadCount: threadCount, sidecars: sidecars)
    } catch {
      guard error == .damaged || error == .noStreams, let name = UnreadPicture.name(of: input)
      else { throw error }
      throw .unsupportedCodec(name)
    }
  }

  private func remoteInput(
    _ address: RemoteAddress, _ cancellation: CancellationToken
  ) throws(MediaError) -> any MediaInput {
    let file = try RemoteInput(
      RemoteFetch.Request(address: address), client: client, cancellation: cancellation)
    try file.awaitAnswer()
    if file.starts(with: StreamPlaylist.signature) {
      return try StreamInput(file, client: client)
    }
    guard file.rewind() else { throw .tooLarge }
    return file
  }

  package func releaseUnusedMemory() { MemoryTuning.releaseUnused() }
}
