/// Why a clip cannot be played, in terms its user understands.
package enum MediaError: Error, Hashable, Sendable {
  /// No file of that name.
  case notFound
  /// The file may not be read by this user.
  case noPermission
  /// This folder on the way to the file may not be entered by this user.
  case noEntry(CleanText)
  /// A folder, pipe, device or socket; only regular files are played.
  case notRegularFile
  /// The file holds no bytes.
  case empty
  /// The content is not of a container Flick plays.
  case notMedia
  /// The container is fine but holds neither frame nor sound.
  case noStreams
  /// No decoder for the frame's codec, named as libav names it.
  case unsupportedCodec(CleanText)
  /// The frames are encrypted, for players that have the key.
  case encrypted
  /// The data ends or breaks before a frame could be decoded.
  case damaged
  /// Larger than the limits allow: pixels, streams or memory.
  case tooLarge
  /// Opening or decoding took longer than its deadline.
  case timedOut
  /// Something Flick does not do on purpose, in a user's words.
  case refused(CleanText)
  /// The server cannot be reached, does not answer as agreed, or its certificate is not good.
  case unreachable(CleanText)
  /// The work was cancelled because nobody wants its result any more.
  case cancelled
  /// Any other failure, with the system's or libav's words for it.
  case other(CleanText)
}
