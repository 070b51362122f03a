import Models
import TestSupport
import Testing

/// Clips on a machine that `ssh` reaches.
@Suite(.ownThreads) struct MachineTests {
  private let clips: Clips
  private let server: SSHServer
  private let proxy: LinkProxy
  /// The command that connects through the proxy.
  private let ssh: String

  init() throws {
    clips = try Clips.shared.get()
    server = try SSHServer(home: clips.folder.path)
    proxy = try LinkProxy(to: server.port, roundTrip: 0.02)
    ssh = try server.client(through: proxy.port).joined(separator: " ")
  }

  private func play(_ arguments: String..., by ssh: String? = nil) throws -> FlickProcess {
    try FlickProcess(["--ssh", ssh ?? self.ssh] + arguments)
  }

  /// Whether the server has nobody to serve.
  private var isLeft: Bool {
    blockUntil { server.process.descendants.count <= 1 }
  }

  @Test func folderThereIsAFeed() throws {
    let flick = try play("far:")
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { $0.contains("0:03") })
    flick.press(.down, .down, .down)
    #expect(flick.waitForClip(3))
    flick.press(.up)
    #expect(flick.waitForClip(2))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
    #expect(isLeft)
  }

  @Test func fileThereOpensItsFolder() throws {
    let flick = try play("far:\(Clips.names[1])")
    #expect(flick.waitForClip(1))
    flick.press(.up)
    #expect(flick.waitForClip(0))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func feedThereIsResumed() throws {
    let folder = try ScratchFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let flick = try FlickProcess(["--ssh", ssh, "far:"], environment: environment)
    #expect(flick.waitForClip(0))
    flick.press(.down, .down)
    #expect(flick.waitForClip(2))
    #expect(flick.waitUntilSeen())
    #expect(flick.quit() == .status(0))
    let other = try FlickProcess(["--ssh", ssh, "--resume", "far:"], environment: environment)
    #expect(other.waitForClip(2))
    other.press(.up)
    #expect(other.waitForClip(1))
    #expect(other.quit() == .status(0))
  }

  /// Sizes and dates come with the names.
  @Test func folderThereIsSortedAndFilteredBySize() throws {
    let sizes = try Clips.names.indices.map { try FileStatus(FilePath(clips.path($0))).size }
    let order = sizes.indices.sorted { sizes[$0] > sizes[$1] }
    let flick = try play("far:", "--sort", "size")
    #expect(flick.waitForClip(order[0]))
    flick.press(.down)
    #expect(flick.waitForClip(order[1]))
    #expect(flick.quit() == .status(0))
    let small = try play("far:", "--sort", "size", "--match", "size:<\(sizes[order[1]])")
    #expect(small.waitForClip(order[2]))
    #expect(small.quit() == .status(0))
  }

  /// A file whose name looks like one there is the one here.
  @Test func filesHereComeFirst() throws {
    let folder = try ScratchFolder()
    _ = try Command.run("cp", [clips.path(1), folder.file("far:2026 12:30.mp4")])
    let flick = try FlickProcess(
      ["--ssh", "false", "far:2026 12:30.mp4"], workingDirectory: folder.path)
    #expect(flick.waitUntil { $0.contains("12:30.mp4") && $0.contains("0:03") })
    #expect(flick.quit() == .status(0))
  }

  @Test func questionsComeBeforeTheScreen() throws {
    let folder = try ScratchFolder()
    let script = folder.file("ssh")
    let lines = """
      #!/bin/sh
      printf 'password: ' > /dev/tty
      read -r answer < /dev/tty
      [ "$answer" = secret ] || { echo 'Permission denied.' >&2; exit 255; }
      exec \(ssh) "$@"
      """
    _ = try Command.run("sh", ["-c", "printf %s \"$1\" > \"$0\"; chmod +x \"$0\"", script, lines])
    let flick = try play("far:", by: script)
    #expect(flick.waitUntil { $0.contains("password:") })
    flick.press(.character("s"), .character("e"), .character("c"), .character("r"))
    flick.press(.character("e"), .character("t"), .enter)
    #expect(flick.waitForClip(0))
    #expect(flick.quit() == .status(0))
    let other = try play("far:", by: script)
    #expect(other.waitUntil { $0.contains("password:") })
    other.press(.character("x"), .enter)
    #expect(other.waitForExit() == .status(66))
    #expect(other.standardError.contains("far: Permission denied"))
  }

  @Test func unreachableMachineIsSaidBeforeTheScreen() throws {
    proxy.cut()
    let flick = try play("far:")
    #expect(flick.waitForExit() == .status(66))
    #expect(flick.standardError.contains("far: "))
  }
}
