import Clients
import Models
import Platform

extension SnapshotClient {
  /// Saves frames in a folder, off the main thread.
  ///
  /// - Parameters:
  ///   - folder: Where to save.
  ///   - playerClient: Where the frames come from.
  ///   - asShown: Converts a frame, scaled for the screen, to how the screen shows it.
  ///   - encode: Encodes a frame as PNG.
  package static func live(
    folder: SnapshotFolder, playerClient: PlayerClient,
    asShown: @escaping @Sendable (_ frame: PixelBuffer) async -> PixelBuffer,
    encode: @escaping @Sendable (_ frame: PixelBuffer) throws(MediaError) -> [UInt8]
  ) -> SnapshotClient {
    var client = SnapshotClient()
    client.save = { id, title, form in
      guard let frame = playerClient.frame(id) else { return .failure(.noFrame) }
      let time = playerClient.nowPlaying(id).time.isStill ? nil : frame.presentationTime
      let name = SnapshotName(title: title, time: time, suffix: form == .shown ? "-screen" : "")
      let shot: PixelBuffer
      switch form {
      case .shown: shot = await asShown(frame.pixels)
      case .full:
        // Not "the current one": that may have changed by the time it is decoded.
        let request = StillRequest(
          id: id, time: frame.presentationTime, .exact, area: nil)
        switch await playerClient.still(request) {
        case .success(let pixels): shot = pixels
        case .failure(let error): return .failure(.media(error))
        }
      }
      return await save(shot, name, in: folder, encode: encode)
    }
    return client
  }

  private static func save(
    _ frame: PixelBuffer, _ name: SnapshotName, in folder: SnapshotFolder,
    encode: @escaping @Sendable (_ frame: PixelBuffer) throws(MediaError) -> [UInt8]
  ) async -> Result<CleanText, SnapshotError> {
    await offPool {
      Result { () throws(MediaError) in try encode(frame) }
        .mapError(SnapshotError.media)
        .flatMap { bytes in
          Result { () throws(FileError) in try folder.write(bytes, name) }
            .mapError { .file(place: folder.place, reason: CleanText($0.words)) }
        }
    }
  }
}
