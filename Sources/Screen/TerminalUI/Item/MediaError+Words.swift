import Models
import Platform

extension MediaError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: localized("No such file.")
    case .noPermission: localized("No permission to read this file.")
    case .noEntry(let folder): localized("This folder may not be entered: %s", folder)
    case .notRegularFile: localized("Not a regular file (a folder, pipe or device).")
    case .empty: localized("The file is empty.")
    case .notMedia: localized("Not a video Flick can read.")
    case .noStreams: localized("The file holds neither picture nor sound.")
    case .unsupportedCodec(let name): localized("No decoder for %s.", name)
    case .encrypted: localized("The clip is encrypted; Flick has no key to it.")
    case .damaged: localized("The file is damaged or cut short.")
    case .tooLarge: localized("The clip is larger than Flick's limits.")
    case .timedOut: localized("Opening the clip took too long.")
    case .refused(let what): localized("Refused: %s", what)
    case .unreachable(let why): localized("The server cannot be used: %s", why)
    case .cancelled: localized("Called off.")
    case .other(let message): message.string
    }
  }
}

extension MediaError {
  /// What the user can do about it; `nil` for no advice.
  ///
  /// - Parameters:
  ///   - isRemote: Whether the clip comes from a server.
  ///   - location: Its location.
  func advice(isRemote: Bool, location: CleanText = "") -> CleanText? {
    switch self {
    case .notMedia where isRemote && location.string.contains(".m3u8"):
      .localized(
        "It may be a list of clips, which Flick opens if it is given that address itself.")
    case .notFound where isRemote: .localized("Check the address.")
    case .noPermission where isRemote:
      .localized("The server may ask for a login, which Flick does not give.")
    case .notFound: .localized("It may have been moved or renamed since Flick was started.")
    case .noPermission: .localized("Its owner can give it with chmod +r.")
    case .noEntry: .localized("Its owner can give it with chmod +x.")
    case .notRegularFile, .noStreams, .cancelled, .other: nil
    case .empty: .localized("A copy or a download may not be complete yet.")
    case .notMedia: .localized("The command `file` tells what it is.")
    case .unsupportedCodec:
      .localized("Where there is a decoder, ffmpeg can make an H.264 clip of it.")
    case .encrypted: .localized("Only the player it was made for can show it.")
    case .damaged: .localized("Copying or downloading it again may help.")
    case .tooLarge: .localized("ffmpeg can make a smaller clip of it.")
    case .timedOut: .localized("The disk or the connection may be slow; later it may play.")
    case .refused: .localized("Flick does this for no clip; another copy of it may play.")
    case .unreachable: .localized("Check the address and the connection.")
    }
  }
}
