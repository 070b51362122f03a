import Files
import Glibc
import Models
import TestSupport
import Testing

/// Opening with the desktop, with a script in place of the opener.
@Suite struct OpenerTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// An opener that records its arguments and then runs a script.
  private func opener(
    _ script: String = "", environment: [String: String] = ["DISPLAY": ":9"],
    patience: Double = 60
  ) throws -> Opener {
    let note = "printf '%s\\0' \"$#\" \"$@\" > '\(folder.file("arguments"))'"
    let program = "#!/bin/sh\n\(note)\n\(script)\n"
    _ = try Command.run(
      "sh",
      ["-c", "printf '%s' \"$0\" > \"$1\"; chmod +x \"$1\"", program, folder.file("opener")])
    return Opener(
      program: folder.file("opener"),
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, patience: patience)
  }

  /// The number of arguments, and all of them.
  private var arguments: [[UInt8]] {
    Command.contents(of: folder.file("arguments")).split(separator: 0).map(Array.init)
  }

  @Test func pathIsPassedByteForByte() async throws {
    let path: [UInt8] = Array("/clips/-a 'b\" $(c);\n".utf8) + [0xFF]
    let result = await (try opener()).open(.file(FilePath(bytes: path)))
    #expect(throws: Never.self) { try result.get() }
    #expect(arguments == [Array("1".utf8), path])
  }

  @Test func pathWithALeadingDashIsMadeAbsolute() async throws {
    _ = await (try opener()).open(.file(FilePath("--help")))
    #expect(arguments.last?.first == UInt8(ascii: "/"))
    #expect(arguments.last?.suffix(7) == Array("/--help".utf8)[...])
  }

  @Test func addressIsPassedToTheOpener() async throws {
    let address = try #require(RemoteAddress("https://example.com/a?b=c&d=$(e)"))
    _ = await (try opener()).open(.remote(address))
    #expect(arguments.last == Array(address.string.utf8))
  }

  /// Other users can see a program's arguments.
  @Test func addressIsPassedWithoutItsSecrets() async throws {
    let address = try #require(RemoteAddress("https://ada:pw@example.com/a?b=c&token=hunter2"))
    _ = await (try opener()).open(.remote(address))
    #expect(arguments.last == Array("https://example.com/a?b=c".utf8))
  }

  @Test func openerHasNoTerminal() async throws {
    let facts = folder.file("facts")
    let script = """
      for n in 0 1 2; do readlink /proc/$$/fd/$n >> '\(facts)'; done
      (exec < /dev/tty) 2> /dev/null && echo terminal >> '\(facts)'
      exit 0
      """
    _ = await (try opener(script)).open(.file(FilePath("/clip.mp4")))
    let noted = String(decoding: Command.contents(of: facts), as: UTF8.self)
    #expect(noted.split(separator: "\n").first == "/dev/null")
    #expect(!noted.contains("terminal"))
    #expect(!noted.contains("/dev/pts"))
  }

  @Test(arguments: [
    ("exit 2", FeedError.Reason.notFound), ("exit 3", .refused), ("exit 4", .refused),
    ("kill -9 $$", .refused),
  ])
  func exitStatusOfTheOpenerIsReported(_ script: String, _ reason: FeedError.Reason) async throws {
    let result = await (try opener(script)).open(.file(FilePath("/clip.mp4")))
    guard case .failure(let error) = result else {
      Issue.record("it opened")
      return
    }
    #expect(error.reason == reason)
  }

  @Test func missingOpenerIsReported() async {
    let opener = Opener(program: "/no/such/opener", environment: ["DISPLAY": ":9"])
    guard case .failure(let error) = await opener.open(.file(FilePath("/clip.mp4"))) else {
      Issue.record("it opened")
      return
    }
    #expect(error.reason == .notFound)
    #expect(error.detail == "not installed")
  }

  @Test(arguments: [[:], ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"]])
  func nothingIsStartedWithoutADesktop(_ environment: [String: String]) async throws {
    guard
      case .failure(let error) = await (try opener(environment: environment)).open(
        .file(FilePath("/clip.mp4")))
    else {
      Issue.record("it opened")
      return
    }
    #expect(error.reason == .refused)
    #expect(error.detail.string.contains("SSH") == !environment.isEmpty)
    #expect(arguments.isEmpty)
  }

  /// The opener runs until the test releases it; its exit status no longer matters by then.
  @Test func openerThatKeepsRunningIsLeftAlone() async throws {
    let (gate, end) = (folder.file("gate"), folder.file("end"))
    try #require(mkfifo(gate, 0o600) == 0)
    let writer = Glibc.open(gate, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    let script = "read line < '\(gate)'; echo \"$line\" > '\(end)'; exit 3"
    let result = await (try opener(script, patience: 0.1)).open(.file(FilePath("/clip.mp4")))
    #expect(throws: Never.self) { try result.get() }
    #expect(Command.contents(of: end).isEmpty)
    #expect(write(writer, "go\n", 3) == 3)
    #expect(await eventually { Command.contents(of: end) == Array("go\n".utf8) })
  }
}
