import Models
import Platform

extension MediaError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: localized("No such file.")
    case .noPermission: localized("No permission to read this file.")
    case .noEntry(let folder): localized("No permission to enter this folder: %s", folder)
    case .notRegularFile: localized("Not a regular file (a folder, pipe or device).")
    case .empty: localized("The file is empty.")
    case .notMedia: localized("Not a video Flick can read.")
    case .noStreams: localized("The file has no video or audio.")
    case .unsupportedCodec(let name): localized("No decoder for %s.", name)
    case .unreadFormat(let name):
      localized("The installed version of libav cannot read this %s file.", name)
    case .encrypted: localized("The clip is encrypted, and Flick has no key.")
    case .damaged: localized("The file is damaged or truncated.")
    case .tooLarge: localized("The clip exceeds Flick's limits.")
    case .timedOut: localized("Opening the clip took too long.")
    case .refused(let what): localized("Refused: %s", what)
    case .unreachable(let why): localized("Server: %s", why)
    case .loginRefused(let why): localized("Login refused: %s", why)
    case .cancelled: localized("Cancelled.")
    case .other(let message): message.string
    }
  }
}

extension MediaError {
  /// Whether the way to a server may be to blame, which can be better the next time.
  var isOfLine: Bool {
    switch self {
    case .timedOut, .unreachable: true
    default: false
    }
  }

  /// What the user can do about it; `nil` for no advice.
  ///
  /// - Parameters:
  ///   - isOnWeb: Whether the clip comes from a web server; one on another machine is a file there.
  ///   - retry: The key that tries it again; `nil` if there is none.
  func advice(isOnWeb: Bool, location: CleanText = "", retry: String? = nil) -> CleanText? {
    switch self {
    case .notMedia where isOnWeb && location.string.contains(".m3u8"):
      .localized(
        "It may be a playlist. To open it, give its address to flick.")
    case .notFound where isOnWeb: .localized("Check the address.")
    case .noPermission where isOnWeb:
      .localized("The server may require a login, which Flick does not send.")
    case .notFound: .localized("It may have been moved or renamed since Flick started.")
    case .noPermission: .localized("Its owner can grant it with chmod +r.")
    case .noEntry: .localized("Its owner can grant it with chmod +x.")
    case .notRegularFile, .noStreams, .cancelled, .other: nil
    case .empty: .localized("A copy or download may still be in progress.")
    case .notMedia: .localized("The command `file` shows what it is.")
    case .unsupportedCodec:
      .localized("ffmpeg with a decoder for it can convert it to H.264.")
    case .unreadFormat:
      .localized("A newer version may read it; the program that made it can convert it.")
    case .encrypted: .localized("Only the player it was made for can play it.")
    case .damaged: .localized("Copying or downloading it again may help.")
    case .tooLarge: .localized("ffmpeg can convert it to a smaller one.")
    case .timedOut: .localized("The disk or the connection may be slow. Try again later.")
    case .refused: .localized("Blocked for safety. A different copy may play.")
    case .loginRefused:
      retry.map { .localized("%s connects again; ssh may ask you.", $0) }
    case .unreachable: .localized("Check the address and the connection.")
    }
  }
}
