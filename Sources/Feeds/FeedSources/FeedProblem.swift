import Glibc
import Models
import Platform

/// What is wrong with one of the given paths.
package struct FeedProblem: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It does not exist or cannot be read: the system's error number.
    case unreadable(Int32)
    /// An HLS stream, not a playlist.
    case stream
    /// An address that is neither a file's nor a web address.
    case address
    /// A list of paths with invalid content.
    case notPaths
    /// Standard input is a terminal, not a list of paths.
    case terminal
    /// Neither a feed nor a playlist, or an invalid one: what is wrong with it.
    case notAFeed(CleanText)
    /// A playlist larger than 64 MiB.
    case tooLarge
    /// A web address without a host.
    case malformedAddress
    /// It has nothing to play.
    case noClip
    /// It has nothing to play that matches the filter.
    case noMatch(CleanText)
    /// An empty playlist.
    case emptyList
    /// It has fewer clips than the number to open at, counted from 1.
    case noNumber(Int, count: Int)
    /// It has no clip of the name to open at.
    case noName(CleanText)
    /// Several clips have names that contain it; the first of them, and how many.
    case severalNames(CleanText, [CleanText], count: Int)
  }

  package let path: FilePath
  package let reason: Reason

  /// The page shown in place of the path's clips.
  var notice: Notice {
    let title: CleanText =
      switch reason {
      case .unreadable(ENOENT): .localized("Not found")
      case .unreadable: .localized("Cannot be read")
      case .stream: .localized("A stream, not a playlist")
      case .address, .malformedAddress: .localized("Unsupported address")
      case .notPaths: .localized("Not a list of paths")
      case .terminal: .localized("No list of paths")
      case .notAFeed: .localized("Not a feed or playlist")
      case .tooLarge: .localized("List too large")
      case .noClip, .noMatch, .emptyList: .localized("No clips found")
      case .noNumber, .noName, .severalNames: .localized("No such clip")
      }
    return Notice(title: title, detail: CleanText(description))
  }
}

extension FeedProblem: CustomStringConvertible {
  /// One line, safe for display.
  package var description: String {
    switch reason {
    case .unreadable(let number): "\(FileError(path, number: number))"
    case .stream: localized("%s: an HLS stream; Flick plays these only from a web server", path)
    case .address:
      if let address = AddressReader.sftp(path.description) {
        localized("%s: lists may name only hosts that the command line names", address)
      } else {
        localized("%s: only files and http, https and sftp addresses are supported", path)
      }
    case .notPaths:
      localized(
        "%s: not a list of paths, one per line; for paths separated by NUL bytes, use -0", path)
    case .terminal:
      localized("%s: standard input is the terminal; pipe a list of paths into flick", path)
    case .notAFeed(let detail): "\(path): \(detail)"
    case .tooLarge: localized("%s: the list is larger than 64 MiB", path)
    case .malformedAddress:
      localized("%s: no host; an address looks like https://example.org/clip.mp4", path)
    case .noClip:
      localized(
        "no clips found in %s; images and audio files play when named, as in flick *.mp3", path)
    case .noMatch(let text): localized("no clips match “%1$s” in %2$s", text, path)
    case .emptyList where path == FilePath("-"): localized("standard input listed no files")
    case .emptyList: localized("%s lists no files", path)
    case .noNumber(let number, let count):
      localized("no clip %1$s: there are %2$s", number, count)
    case .noName(let name): localized("no clip is named “%s”", name)
    case .severalNames(let name, let names, let count):
      localized(
        "“%1$s” matches %2$s clips: %3$s", name, count,
        Self.list(names, count: count))
    }
  }

  private static func list(_ names: [CleanText], count: Int) -> String {
    names.map { localized("“%s”", $0) }.joined(separator: ", ") + (count > names.count ? ", …" : "")
  }
}
