import Glibc
import Models
import Platform
import TestSupport
import Testing

/// What is lost of the store, whatever happens to it: nothing that is older than what was saved.
/// `make test-store`, which has the disk to itself, repeats it longer, with a new seed, and allows
/// only the last tenth of a second to be lost.
@Suite(.serialized, .ownThreads) struct StoreTrialTests {
  let folder: ScratchFolder
  let state: ScratchFolder

  /// How often a run is killed.
  private static let rounds = trials ?? 3
  private static let trials = getenv("STORE_TRIALS").flatMap { Int(String(cString: $0)) }
  /// What may be lost, in seconds, where no other tests use the disk.
  private static let loss = trials.map { _ in 0.1 }
  private static let clipCount = 40

  init() throws {
    folder = try ScratchFolder()
    state = try ScratchFolder()
    let clip = try Clips.shared.get().path(0)
    for number in 1...Self.clipCount {
      #expect(link(clip, folder.file(Self.name(number))) == 0)
    }
  }

  private static func name(_ number: Int) -> String { "clip-\(number + 100).mp4" }

  private func start(
    at number: Int, in path: String? = nil, environment: [String: String?] = [:]
  ) throws -> FlickProcess {
    let variables = ["XDG_STATE_HOME": path ?? state.path].merging(environment) { $1 }
    return try FlickProcess(
      ["--start", "\(number)", "--no-animation", folder.path], environment: variables)
  }

  /// The names of the liked clips.
  private func liked(in path: String? = nil) throws -> Set<String> {
    let file = RecordFile(inStateFolder: "\(path ?? state.path)/flick")
    #expect(try file.isIntact)
    // Killed before there was a table.
    if try file.rows("SELECT 1 FROM sqlite_schema WHERE name = 'liked'").isEmpty { return [] }
    return Set(
      try file.rows("SELECT title FROM item JOIN liked ON liked.item = item.id").flatMap(\.self))
  }

  /// Likes or unlikes the clip on screen.
  ///
  /// - Returns: Whether that shows in time.
  private func like(_ flick: FlickProcess, _ isLiked: Bool, timeout: Double = 30) -> Bool {
    flick.press(.character("l"))
    return flick.waitUntil(timeout: timeout) { $0.contains(isLiked ? "♥" : "♡") }
  }

  @Test func killedAtAnyMomentItLosesNothingThatIsOlder() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    var known: Set<String> = []
    var total = 0
    // What was done and seen, with the clip and the time.
    var story: [(clip: String, event: String)] = []
    for round in 0..<Self.rounds {
      var number = Int.random(in: 1...(Self.clipCount - 20), using: &generator)
      let deadline = HostTime.now + Double.random(in: 0..<2.5, using: &generator)
      let flick = try start(at: number)
      let began = HostTime.now
      // What was shown, and when.
      var shown: [(name: String, time: Double)] = []
      func note(_ name: String, _ event: String) {
        story.append((name, "\(round)/\(HostTime.now - began) s: \(event)"))
      }
      while HostTime.now < deadline, number <= Self.clipCount {
        let name = Self.name(number)
        guard
          flick.waitUntil(timeout: deadline - HostTime.now, { _ in flick.titleBar.contains(name) })
        else { break }
        if !known.contains(name) {
          // The heart of the clip before may still stand on the screen: only one that comes now is
          // that of this clip.
          let isNew = flick.waitUntil(timeout: deadline - HostTime.now) { !$0.contains("♥") }
          guard isNew else {
            note(name, "a heart before any key, \(flick.titleBar)")
            break
          }
          note(name, "setLiked(true)")
          flick.press(.character("l"))
          guard
            flick.waitUntil(
              timeout: deadline - HostTime.now,
              { _ in flick.titleBar.contains(name) && flick.titleBar.contains("♥") })
          else {
            note(name, "no heart in time")
            break
          }
          note(name, "a heart")
          shown.append((name, HostTime.now))
        }
        flick.press(.down)
        number += 1
      }
      flick.run(for: max(deadline - HostTime.now, 0))
      let killed = HostTime.now
      flick.process.signal(SIGKILL)
      #expect(flick.waitForExit() == .signal(SIGKILL), "\(flick.standardError)")
      let place: Comment = "round \(round), seed \(Fuzz.seed)"
      guard !shown.isEmpty || !known.isEmpty else { continue }
      let saved = try liked()
      let lost = shown.drop { saved.contains($0.name) }
      func tale(of names: Set<String>) -> String {
        story.filter { names.contains($0.clip) }.map { "\($0.clip) \($0.event)" }
          .joined(separator: "\n")
      }
      #expect(
        saved.isSuperset(of: known), "\(place)\n\(tale(of: known.subtracting(saved)))")
      let holes = saved.intersection(lost.map(\.name))
      #expect(
        holes.isEmpty,
        """
        \(place): \(shown.map(\.name)) were shown, \(saved.sorted()) saved: \(flick.model.rows)
        \(tale(of: Set(lost.map(\.name))))
        \(String(decoding: Command.contents(of: state.file("flick/flick.log")), as: UTF8.self))
        """)
      if let loss = Self.loss, let first = lost.first {
        #expect(first.time >= killed - loss, place)
      }
      total += shown.count
      known = saved
      // All clips are liked in the end: begin again.
      if known.count > Self.clipCount - 10 {
        try RecordFile(inStateFolder: state.file("flick")).run("DELETE FROM liked")
        known = []
      }
    }
    print("killed \(Self.rounds) times, \(total) likes, seed \(Fuzz.seed)")
  }

  @Test func twoAtOnceLoseNothing() throws {
    let flicks = try [start(at: 1), start(at: 21)]
    for step in 0..<5 {
      for (flick, first) in zip(flicks, [1, 21]) {
        #expect(flick.waitUntil { $0.contains(Self.name(first + step)) })
        #expect(like(flick, true))
        flick.press(.down)
      }
    }
    for flick in flicks { #expect(flick.quit() == .status(0)) }
    #expect(try liked() == Set([1, 21].flatMap { first in (0..<5).map { Self.name(first + $0) } }))
  }

  private static let canMount = geteuid() == 0

  @Test(.enabled(if: canMount)) func aFullDiskIsToldAndLosesNothingThatWasSaved() throws {
    let disk = state.file("disk")
    #expect(mkdir(disk, 0o700) == 0)
    // A container's root may not be allowed to.
    guard try Command.run("mount", ["-t", "tmpfs", "-o", "size=1m", "none", disk]) == 0 else {
      return
    }
    defer { _ = try? Command.run("umount", ["-l", disk]) }
    let flick = try start(at: 1, in: disk)
    #expect(flick.waitUntil { $0.contains(Self.name(1)) })
    #expect(like(flick, true))
    #expect(flick.waitUntil { _ in (try? liked(in: disk)) == [Self.name(1)] })
    fill("\(disk)/filler")
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains(Self.name(2)) })
    flick.press(.character("l"))
    #expect(flick.waitUntil { $0.contains("No space left") })
    // Its toast must not be taken for that of the next.
    #expect(flick.waitUntil { !$0.contains("♥") && !$0.contains("save the like") })
    #expect(unlink("\(disk)/filler") == 0)
    #expect(like(flick, true))
    // Saved, or told that it was not.
    #expect(
      flick.waitUntil {
        $0.contains("save the like") || (try? liked(in: disk))?.count == 2
      })
    #expect(flick.quit() == .status(0))
    #expect(flick.standardError.contains("No space left on device"))
    let saved = try liked(in: disk)
    #expect(saved == [Self.name(1), Self.name(2)], "\(flick.standardError)")
  }

  /// Writes a file until the disk is full.
  private func fill(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_CREAT, 0o600)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 1, count: 512)
    while write(descriptor, bytes, bytes.count) > 0 {}
  }

  private static let compiler = ["clang", "cc"].first {
    (try? Command.run("sh", ["-c", "command -v \($0)"])) == 0
  }

  @Test(.enabled(if: compiler != nil)) func refusedLocksAreTold() throws {
    let compiler = try #require(Self.compiler)
    let (source, library) = (state.file("locks.c"), state.file("locks.so"))
    try FilePath(source).replace(with: Array(Self.refusingLocks.utf8), mode: 0o600)
    #expect(try Command.run(compiler, ["-shared", "-fPIC", "-o", library, source]) == 0)
    let flick = try start(at: 1, environment: ["LD_PRELOAD": library])
    #expect(flick.waitUntil { $0.contains(Self.name(1)) })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains(Self.name(2)) })
    flick.press(.character("l"))
    #expect(flick.waitUntil { $0.contains("locked by another program") })
    #expect(flick.waitUntil { !$0.contains("♥") })
    #expect(flick.quit() == .status(0))
    #expect(flick.standardError.contains("history and likes are not saved"))
  }

  /// fcntl(2) as on a network file system without a lock daemon.
  private static let refusingLocks = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    static int refuse(int fd, int cmd, void *arg) {
      if (cmd == F_SETLK || cmd == F_SETLKW || cmd == F_GETLK) { errno = ENOLCK; return -1; }
      return syscall(SYS_fcntl, fd, cmd, arg);
    }
    int fcntl(int fd, int cmd, ...) {
      va_list list; va_start(list, cmd); void *arg = va_arg(list, void *); va_end(list);
      return refuse(fd, cmd, arg);
    }
    int fcntl64(int fd, int cmd, ...) {
      va_list list; va_start(list, cmd); void *arg = va_arg(list, void *); va_end(list);
      return refuse(fd, cmd, arg);
    }
    """
}
