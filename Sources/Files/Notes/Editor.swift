import Glibc
import Models
import Platform

/// The user's editor: `$VISUAL`, `$EDITOR`, or the system's.
package final class Editor: Sendable {
  /// A command of the shell.
  private let command: String
  /// For messages.
  private let name: String
  private let running = Lock<ChildProcess?>(nil)
  private let environment: [String: String]

  /// Finds the editor.
  ///
  /// - Parameter environment: The variables of the process.
  package init(environment: [String: String]) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // Debian and its family have `editor`; POSIX has vi.
    command = named ?? "$(command -v editor || echo vi)"
    name = named ?? "vi"
    self.environment = environment
  }

  /// Edits a file in the terminal, which has to be free, and waits until the editor has ended.
  ///
  /// - Returns: Why it could not be edited.
  package func edit(_ path: FilePath) async -> Result<Void, FeedError> {
    let place = CleanText(name)
    do throws(SystemError) {
      // As git does: the variable may have arguments, which the shell splits. The name of the file
      // is no part of what it reads.
      let process = try ChildProcess.start(
        "sh",
        arguments: [Array("-c".utf8), Array("\(command) \"$@\"".utf8), Array("sh".utf8)]
          + [((try? path.fromRoot) ?? path).bytes], in: .terminal, environment: environment)
      running.withLock { $0 = process }
      let status = await process.wait { [running] in running.withLock { $0 = nil } }
      if status == 0 { return .success(()) }
      let detail: CleanText =
        status == Self.notFound
        ? .localized("not installed; set EDITOR")
        : .localized("it exited with status %s", status)
      return .failure(FeedError(.refused, place: place, detail: detail))
    } catch {
      return .failure(FeedError(.system(error.number), place: place))
    }
  }

  /// Tells the editor that the terminal is going away, so that it can save what it has.
  package func hangUp() {
    running.withLock { $0?.signal(SIGHUP) }
  }

  /// The status of a shell for a command that does not exist (POSIX, 2.8.2).
  private static let notFound: Int32 = 127
}
