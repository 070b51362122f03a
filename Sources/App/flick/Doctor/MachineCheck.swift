import Dispatch
import FeedCore
import FeedSources
import Foundation
import Glibc
import Models
import Network
import Platform
import TerminalUI

/// Whether clips on another machine can be read, and how fast (docs/remote.md).
enum MachineCheck {
  static func make(_ address: RemoteAddress) -> DoctorCheck {
    DoctorCheck(title: address.machineName, findings: findings(address))
  }

  private static func findings(_ address: RemoteAddress) -> [Finding] {
    var findings: [Finding] = []
    if let problem = look(at: address) {
      // A connection without questions is what a line that breaks is replaced by.
      do throws(Failure) {
        try WebAccess.connect(to: [address])
        findings.append(
          Finding(
            mark: .warning,
            text: .localized(
              "It connects, but only with a question: after a break, Flick cannot connect again (%s)",
              problem), fixes: fixes(problem, address)))
      } catch {
        let text = CleanText(error.messages.first ?? problem.string)
        return [Finding(mark: .fault, text: text, fixes: fixes(text, address))]
      }
    } else {
      findings.append(.fine(.localized("It connects without a question")))
    }
    if let facts = WebAccess.machines.facts(of: address) { findings += protocolFindings(facts) }
    return findings + [folder(address)]
  }

  /// Connects without questions.
  ///
  /// - Returns: Why that fails.
  private static func look(at address: RemoteAddress) -> CleanText? {
    guard
      case .failure(let error) = WebAccess.machines.perform([.resolve(FilePath("."))], on: address)[
        0]
    else { return nil }
    return FeedError(error, place: "").detail
  }

  /// What helps against a message of `ssh`, which speaks English only.
  private static func fixes(_ problem: CleanText, _ address: RemoteAddress) -> [CleanText] {
    let words = problem.string
    let host = sshArguments(address)
    if words.contains(missing) {
      return [
        .localized(
          "Install it: apt install openssh-client (on Fedora: dnf install openssh-clients)")
      ]
    }
    if words.contains("Host key verification failed") {
      let name = address.port.map { "[\(address.host)]:\($0)" } ?? address.host
      return [
        .localized("Compare the key that it shows with that of the machine: ssh %s", host),
        .localized("If the machine has a new key for certain: ssh-keygen -R '%s'", name),
      ]
    }
    if words.contains("Permission denied") {
      return [.localized("Have it take your key: ssh-copy-id %s", host)]
    }
    if words.contains("subsystem") {
      return [.localized("Its sshd_config needs: Subsystem sftp internal-sftp")]
    }
    return [.localized("First have this work: ssh %s true", host)]
  }

  /// The message that there is no `ssh`, without its stop; as in `SFTPHost`.
  private static var missing: String {
    let words = localized("%1$s cannot be started: %2$s.", "ssh", SystemError(number: ENOENT))
    return String(words.dropLast())
  }

  /// A machine as arguments of `ssh`.
  private static func sshArguments(_ address: RemoteAddress) -> String {
    let user = address.userInfo.map {
      String(decoding: PercentCoding.decoded($0.utf8), as: UTF8.self)
    }
    return (address.port.map { "-p \($0) " } ?? "") + (user.map { "\($0)@" } ?? "") + address.host
  }

  private static func protocolFindings(_ facts: SFTPServerFacts) -> [Finding] {
    let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
    return [
      facts.readLimit.map { .fine(.localized("SFTP 3, reads of up to %s", formats.bytes($0))) },
      facts.hasFileSystems
        ? nil
        : .note(
          .localized("It does not tell its file systems apart: clips are moved to .rejected only")),
    ].compactMap(\.self)
  }

  /// Reads a part of the largest clip, for the rate.
  private static func folder(_ address: RemoteAddress) -> Finding {
    let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
    var clip = address
    switch WebAccess.machines.entries(of: address, limit: mostNames) {
    case .failure(let error):
      // What is named may be a file.
      guard
        case .success(.entry(let entry)) = WebAccess.machines
          .perform([.look(address.pathThere)], on: address)[0], entry.kind == .file
      else { return .fault("\(address): \(FeedError(error, place: "").detail)") }
    case .success(let entries):
      let clips = entries.filter { $0.kind == .file && ClipNames.isClip($0.name) }
      guard let largest = clips.max(by: { ($0.size ?? 0) < ($1.size ?? 0) }) else {
        return .note(.localized("No clip in %s to measure the rate with", address))
      }
      clip = address.appending(largest.name)
    }
    guard let rate = Sample().rate(of: clip),
      let roundTrip = WebAccess.machines.statistics(of: address)?.roundTrip
    else { return .warning(.localized("%s cannot be read", clip)) }
    let words = CleanText.localized(
      "%1$s round trip, %2$s/s: enough for clips of up to %3$s",
      localized("%s ms", formats.count(Int(saturating: (roundTrip * 1_000).rounded()))),
      formats.bytes(Int(saturating: rate)),
      formats.bitRate(Int(saturating: rate * 8)))
    guard rate < slow else { return .fine(words) }
    return .note(
      words,
      fix: .localized(
        "Cells take less. Where Flick is there, too: ssh -t %s flick", sshArguments(address)))
  }

  /// Clips of less than 4 Mbit/s are rare, in bytes a second.
  private static let slow = 500_000.0
  private static let mostNames = 1_000_000

  /// The first bytes of a file.
  private final class Sample: WebReceiver {
    private let count = Lock(0)
    private let isDone = DispatchSemaphore(value: 0)

    private static let size = 8 << 20
    private static let patience = 5.0

    /// Reads them.
    ///
    /// - Returns: How many bytes a second arrived; `nil` for none.
    func rate(of address: RemoteAddress) -> Double? {
      var request = WebRequest(address)
      request.totalLimit = Self.patience
      let start = HostTime.now
      _ = WebAccess.machines.read(request, to: self)
      isDone.wait()
      let bytes = count.withLock(\.self)
      return bytes > 0 ? Double(bytes) / max(HostTime.now - start, 0.001) : nil
    }

    func begin(_ response: WebResponse) -> Bool { true }

    func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand {
      count.withLock {
        $0 += bytes.count
        return $0 < Self.size ? .more : .enough
      }
    }

    func end(_ end: WebCompletion) { isDone.signal() }
  }
}
