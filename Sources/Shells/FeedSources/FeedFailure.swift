import Glibc
import Models

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
    /// Clips, but not the one to open at.
    case noStart
  }

  package let path: FilePath
  package let reason: Reason

  /// The page that stands in the feed where the path's clips would.
  var notice: Notice {
    let title: CleanText =
      switch reason {
      case .unreadable(ENOENT): "Not found"
      case .unreadable: "Cannot be read"
      case .stream: "A stream, not a list of clips"
      case .address, .malformedAddress: "An address that is not opened"
      case .notPaths: "Not a list of paths"
      case .terminal: "No list of paths"
      case .notAFeed: "Neither a feed nor a list"
      case .tooLarge: "A list too large to read"
      case .noClip, .namedOnly, .noMatch: "No clip found"
      case .noStart: "No such clip"
      }
    return Notice(title: title, detail: CleanText(description))
  }
}

extension FeedProblem: CustomStringConvertible {
  /// One line, harmless for display.
  package var description: String {
    switch reason {
    case .unreadable(let number): "\(path): \(String(cString: strerror(number)))"
    case .stream: "\(path): an HLS stream; Flick plays those from a web server only"
    case .address: "\(path): only files and http and https addresses are opened"
    case .notPaths:
      "\(path): not a list of paths, a line each; -0 reads one that is separated by zero bytes"
    case .terminal: "\(path): standard input is the terminal; pipe a list of paths into flick"
    case .notAFeed(let detail): "\(path): \(detail)"
    case .tooLarge: "\(path): the list is larger than 64 MiB"
    case .malformedAddress:
      "\(path): no server is named; an address looks like https://example.org/clip.mp4"
    case .noClip: "no clip found in \(path)"
    case .namedOnly(let files): "no clip found in \(path), but \(files)"
    case .noMatch(let text): "no clip that matches “\(text)” found in \(path)"
    case .noStart: "no clip of that number or name to start at in \(path)"
    }
  }
}

/// Why there is no feed: none of the paths given has a clip.
package struct FeedFailure: Error, Hashable, Sendable {
  /// At least one for each path looked for, in order.
  package let problems: [FeedProblem]
}

extension FeedFailure: CustomStringConvertible {
  /// A line for each path, harmless for display.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
