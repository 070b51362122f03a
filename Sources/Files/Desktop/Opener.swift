import Glibc
import Models
import Platform

/// Opens files and addresses with the desktop's programs, through `xdg-open`.
package struct Opener: Sendable {
  private let program: String
  private let environment: [String: String]
  private let patience: Double

  /// Creates an opener.
  ///
  /// - Parameters:
  ///   - program: The opener to run; without a slash it is looked up in `PATH`.
  ///   - environment: The process environment, which says whether there is a desktop.
  ///   - patience: How long the opener may take to fail, in seconds. Some run as long as the
  ///     program they started.
  package init(
    program: String = "xdg-open", environment: [String: String], patience: Double = 1
  ) {
    self.program = program
    self.patience = patience
    self.environment = environment
  }

  /// Opens something.
  ///
  /// - Parameter location: A file, passed as an absolute path, or an address, without its secrets.
  /// - Returns: Why it failed: there is no desktop, no opener, or no program for it.
  package func open(_ location: MediaLocation) async -> Result<Void, FeedError> {
    guard hasDesktop else {
      let isRemote = isSet("SSH_CONNECTION") || isSet("SSH_TTY")
      let detail: CleanText =
        isRemote
        ? .localized("not available over SSH without a desktop")
        : .localized("no desktop")
      return .failure(FeedError(.refused, place: CleanText(program), detail: detail))
    }
    do throws(SystemError) {
      // A path that begins with a dash would be an option, and the opener may change folder. All
      // users of this machine can see a program's arguments: an address has no secrets here.
      return try await open(location.filePath?.fromRoot.bytes ?? Array(location.uri.utf8))
    } catch {
      let place = CleanText(program)
      guard error.number == ENOENT else {
        return .failure(FeedError(.system(error.number), place: place))
      }
      return .failure(
        FeedError(.notFound, place: place, detail: .localized("not installed")))
    }
  }

  /// Without one of these, openers look for programs that run in a terminal, which is Flick's.
  private var hasDesktop: Bool { isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") }

  private func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }

  private func open(_ argument: [UInt8]) async throws(SystemError) -> Result<Void, FeedError> {
    let process = try ChildProcess.start(
      program, arguments: [argument], in: .background, environment: environment)
    let deadline = HostTime.now + patience
    while true {
      // A sleep may overrun the deadline: check the process once more after the last one.
      let isLate = HostTime.now >= deadline
      if let status = process.poll() { return result(status) }
      if isLate { break }
      try? await Task.sleep(for: .milliseconds(20))
    }
    process.waitInBackground()
    return .success(())
  }

  /// The meaning of an exit status of xdg-open(1).
  private func result(_ status: Int32) -> Result<Void, FeedError> {
    let place = CleanText(program)
    return switch status {
    case 0: .success(())
    case 2: .failure(FeedError(.notFound, place: place))
    case 3:
      .failure(FeedError(.refused, place: place, detail: .localized("no program found for it")))
    default:
      .failure(
        FeedError(.refused, place: place, detail: .localized("it exited with status %s", status)))
    }
  }
}
