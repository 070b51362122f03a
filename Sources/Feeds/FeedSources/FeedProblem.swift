import Glibc
import Models
import Platform

/// What is wrong with one of the paths given.
package struct FeedProblem: Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// It is not there or cannot be read: the system's error number.
    case unreadable(Int32)
    /// An HLS stream instead of a list of files.
    case stream
    /// An address that is neither of a file nor of the web.
    case address
    /// A list of paths that holds what no path can hold.
    case notPaths
    /// Standard input is a terminal, where nobody writes lists of paths.
    case terminal
    /// Neither a feed nor a list, or a broken one: what is wrong with it.
    case notAFeed(CleanText)
    /// A list of more than 64 MiB.
    case tooLarge
    /// An address of the web without a server.
    case malformedAddress
    /// Nothing to play in it.
    case noClip
    /// Nothing in it that is taken from a folder, but files that are played where they are named.
    case namedOnly(NamedFiles)
    /// Nothing to play in it that matches the text asked for.
    case noMatch(CleanText)
    /// A list without an entry.
    case emptyList
    /// Clips, but not the one to open at: that of a number, counted from 1, of fewer.
    case noNumber(Int, count: Int)
    /// Likewise one of this name; the first names there are.
    case noName(CleanText, examples: [CleanText])
    /// Likewise: several clips have it in their names; the first of them, and how many there are.
    case severalNames(CleanText, [CleanText], count: Int)
  }

  package let path: FilePath
  package let reason: Reason

  /// The page that stands in the feed where the path's clips would.
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
      case .noClip, .namedOnly, .noMatch, .emptyList: .localized("No clips found")
      case .noNumber, .noName, .severalNames: .localized("No such clip")
      }
    return Notice(title: title, detail: CleanText(description))
  }
}

extension FeedProblem: CustomStringConvertible {
  /// One line, harmless for display.
  package var description: String {
    switch reason {
    case .unreadable(let number): "\(FileError(path, number: number))"
    case .stream: localized("%s: an HLS stream; Flick plays these only from a web server", path)
    case .address: localized("%s: only files and http and https addresses are supported", path)
    case .notPaths:
      localized(
        "%s: not a list of paths, one per line; for paths separated by NUL bytes, use -0", path)
    case .terminal:
      localized("%s: standard input is the terminal; pipe a list of paths into flick", path)
    case .notAFeed(let detail): "\(path): \(detail)"
    case .tooLarge: localized("%s: the list is larger than 64 MiB", path)
    case .malformedAddress:
      localized("%s: no host; an address looks like https://example.org/clip.mp4", path)
    case .noClip: localized("no clips found in %s", path)
    case .namedOnly(let files): localized("no clips found in %1$s, but %2$s", path, files)
    case .noMatch(let text): localized("no clips match “%1$s” in %2$s", text, path)
    case .emptyList where path == FilePath("-"): localized("standard input listed no files")
    case .emptyList: localized("%s lists no files", path)
    case .noNumber(let number, let count):
      localized("no clip %1$s: there are %2$s", number, count)
    case .noName(let name, let examples):
      localized(
        "no clip is named “%1$s”; names look like %2$s", name, Self.list(examples, count: 0))
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
