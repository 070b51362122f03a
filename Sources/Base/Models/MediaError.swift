/// Why a clip cannot be played, in terms a user understands.
package enum MediaError: Error, Hashable, Sendable {
  /// No file with that name.
  case notFound
  /// The user has no permission to read the file.
  case noPermission
  /// The user has no permission to enter this folder on the path to the file.
  case noEntry(CleanText)
  /// A folder, pipe, device or socket; only regular files are played.
  case notRegularFile
  case empty
  /// The content is not in a container format that Flick plays.
  case notMedia
  /// The container is valid but has neither video nor sound.
  case noStreams
  /// No decoder for the video codec, given by its libav name.
  case unsupportedCodec(CleanText)
  /// An intact file in a format that this version of libav does not read, given by its name.
  case unreadFormat(CleanText)
  /// The video is encrypted and only plays with a key.
  case encrypted
  /// The data is truncated or corrupt before a frame could be decoded.
  case damaged
  /// Exceeds the limits on pixels, streams or memory.
  case tooLarge
  /// Opening or decoding timed out.
  case timedOut
  /// Something Flick deliberately refuses to do, in a user's words.
  case refused(CleanText)
  /// The server is unreachable, violates the protocol, or has an invalid certificate.
  case unreachable(CleanText)
  /// The machine lets nobody in without a question to the user, with what `ssh` says.
  case loginRefused(CleanText)
  /// The work was cancelled because its result is no longer needed.
  case cancelled
  /// Any other failure, with the system's or libav's message.
  case other(CleanText)
}
