import Clients
import Dispatch
import Models

extension SnapshotClient {
  /// Saves pictures in a folder, off the main thread.
  ///
  /// - Parameters:
  ///   - folder: Where.
  ///   - playerClient: Where the pictures come from.
  ///   - asShown: What the screen makes of a picture that was scaled for it.
  ///   - encode: Makes a PNG file of a picture.
  package static func live(
    folder: SnapshotFolder, playerClient: PlayerClient,
    asShown: @escaping @Sendable (_ picture: PixelBuffer) async -> PixelBuffer,
    encode: @escaping @Sendable (_ picture: PixelBuffer) throws(MediaError) -> [UInt8]
  ) -> SnapshotClient {
    var client = SnapshotClient()
    client.save = { id, title, form in
      guard let frame = playerClient.frame(id) else { return .failure(.noPicture) }
      let time = playerClient.time(id).isStill ? nil : frame.presentationTime
      let name = SnapshotName(title: title, time: time, suffix: form == .shown ? "-screen" : "")
      let picture: PixelBuffer
      switch form {
      case .shown: picture = await asShown(frame.pixels)
      case .full:
        // Not "the one that is shown": another one may be by the time it is decoded.
        let request = StillRequest(
          id: id, moment: .at(frame.presentationTime, .exact), area: nil)
        switch await playerClient.still(request) {
        case .success(let pixels): picture = pixels
        case .failure(let error): return .failure(.media(error))
        }
      }
      return await save(picture, name, in: folder, encode: encode)
    }
    return client
  }

  // Neither compressing nor a disk may hold a thread of the pool.
  private static func save(
    _ picture: PixelBuffer, _ name: SnapshotName, in folder: SnapshotFolder,
    encode: @escaping @Sendable (_ picture: PixelBuffer) throws(MediaError) -> [UInt8]
  ) async -> Result<CleanText, SnapshotError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        let result = Result { () throws(MediaError) in try encode(picture) }
          .mapError(SnapshotError.media)
          .flatMap { bytes in
            Result { () throws(FileError) in try folder.write(bytes, name) }
              .mapError { .file(place: folder.place, reason: CleanText($0.words)) }
          }
        continuation.resume(returning: result)
      }
    }
  }
}
