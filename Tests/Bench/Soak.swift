import Glibc
import Models
import Platform
import TestSupport

/// Thousands of swipes through a mixed feed, as somebody who looks at each page and now and then
/// holds a key: memory, descriptors and threads must end where they were.
enum Soak {
  /// How much memory may have grown from the first level to the last, in bytes.
  private static let memoryLimit = 16 << 20
  /// The first level is taken after so many swipes.
  private static let warmUp = 200
  /// One line is printed for each so many swipes.
  private static let interval = 1_000
  /// A page that shows nothing for so long is passed on from, in seconds.
  private static let patience = 3.0

  /// What the program holds, on the first page, at rest.
  private struct Level {
    var memory: ProcessMemory
    var descriptors: Int
    var threads: Int
  }

  /// Runs the program and prints the levels.
  ///
  /// - Returns: The exit status: 0 if nothing grew.
  static func run(swipes: Int, isWeb: Bool) -> Int32 {
    do {
      var swiper = try Swiper(isWeb: isWeb)
      return swiper.swipe(swipes)
    } catch {
      print("# the soak failed: \(error)")
      return 1
    }
  }

  /// One program in its terminal.
  private struct Swiper {
    let feed: SoakFeed
    let server: WebServer?
    let flick: FlickProcess
    var random = SeededGenerator(seed: 1)
    var page = 0
    var blankPages = 0
    var blankNames: Set<String> = []

    init(isWeb: Bool) throws {
      feed = try SoakFeed()
      server = isWeb ? try WebServer() : nil
      let address = server.map(feed.serve)
      // Named one by one they are all taken, whatever a folder's feed leaves out.
      flick = try FlickProcess(
        ["--no-animation"] + (address.map { [$0] } ?? feed.names.map(feed.folder.file)))
      flick.keepsOutput = false
    }

    mutating func swipe(_ total: Int) -> Int32 {
      print("swipes  resident MiB  own MiB  descriptors  threads  pages that stayed blank")
      fflush(nil)
      guard awaitPage() else {
        print("# nothing to be seen: \(flick.standardError)")
        return 1
      }
      var done = 0
      var first: Level?
      var next = warmUp
      var direction = 1
      while done < total {
        // Runs of some dozen pages one way, in tens now and then.
        if Int.random(in: 0..<24, using: &random) == 0 { direction = -direction }
        if page == 0 { direction = 1 }
        if page == feed.names.count - 1 { direction = -1 }
        let count = Int.random(in: 0..<20, using: &random) == 0 ? 10 : 1
        turn(by: direction * count)
        done += count
        if !awaitPage() {
          blankPages += 1
          blankNames.insert(feed.names[page])
        }
        if let exit = flick.process.poll() {
          print("# ended after \(done) swipes: \(exit.exit)")
          return 1
        }
        guard done >= next || done >= total else { continue }
        next = next < interval ? interval : next + interval
        let level = level()
        first = first ?? level
        show(level, after: done)
      }
      let last = level()
      let exit = flick.quit()
      return judge(first ?? last, last, exit)
    }

    private mutating func turn(by count: Int) {
      let key = count > 0 ? FlickProcess.Key.down : .up
      // Together, as a held key's repeats arrive when the program was busy.
      flick.type(
        Array((0..<abs(count)).map { _ in key == .down ? "\u{1B}[B" : "\u{1B}[A" }.joined().utf8))
      page = min(max(page + count, 0), feed.names.count - 1)
    }

    /// Waits until the page's name and its frame or card are there.
    private func awaitPage() -> Bool {
      let name = feed.names[page]
      return flick.waitUntil(timeout: patience) { model in
        guard !model.isInsideSynchronizedUpdate, Self.shows(name, model) else { return false }
        return Self.showsSomething(model)
      }
    }

    /// Whether a page is the one on screen: its name stands in the cue, or beside the frame, where its
    /// neighbours have arrows.
    private static func shows(_ name: String, _ model: TerminalModel) -> Bool {
      (0..<model.size.rows).contains { row in
        let text = model.text(row: row)
        return text.contains(name) && !text.contains("↑ ") && !text.contains("↓ ")
      }
    }

    /// Whether there is a frame or a word above the cue.
    private static func showsSomething(_ model: TerminalModel) -> Bool {
      for row in 0..<(model.size.rows - 2) {
        for column in stride(from: 2, to: model.size.columns, by: 5) {
          let cell = model.cell(column: column, row: row)
          guard let halves = cell.halves else {
            // A letter, but not the sign of waiting.
            if cell.text.first?.isLetter == true { return true }
            continue
          }
          if let pixel = halves.top ?? halves.bottom, pixel & 0xC0_C0C0 != 0 { return true }
        }
      }
      return false
    }

    /// Goes to the first page, rests there, and looks.
    private mutating func level() -> Level {
      flick.press(.home)
      page = 0
      _ = awaitPage()
      flick.run(for: 2)
      let process = "/proc/\(flick.process.processID)"
      return Level(
        memory: ProcessMemory(of: flick.process.processID),
        descriptors: Self.entries(of: "\(process)/fd"),
        threads: Self.entries(of: "\(process)/task"))
    }

    private func show(_ level: Level, after done: Int) {
      let memory = "\(text(level.memory.resident))  \(text(level.memory.own))"
      print("\(done)  \(memory)  \(level.descriptors)  \(level.threads)  \(blankPages)")
      fflush(nil)
    }

    private func judge(_ first: Level, _ last: Level, _ exit: PtyProcess.Exit?) -> Int32 {
      let growth = last.memory.resident - first.memory.resident
      print(
        "grown by \(text(growth)) MiB, \(last.descriptors - first.descriptors) descriptors,"
          + " \(last.threads - first.threads) threads; at most \(text(last.memory.peak)) MiB")
      if !blankNames.isEmpty { print("# blank for long: \(blankNames.sorted())") }
      let isClean = exit == .status(0) && flick.standardError.isEmpty
      if !isClean { print("# ended by \(String(describing: exit)): \(flick.standardError)") }
      // Threads that wait for work come and go; none may be added for ever.
      let isFlat =
        growth <= memoryLimit && last.descriptors <= first.descriptors
        && last.threads <= first.threads
      return isClean && isFlat ? 0 : 1
    }

    private func text(_ bytes: Int) -> String { "\((bytes.mebibytes * 10).rounded() / 10)" }

    private static func entries(of folder: String) -> Int {
      guard let stream = opendir(folder) else { return 0 }
      defer { closedir(stream) }
      var count = 0
      while let entry = readdir(stream) {
        // Not "." and "..".
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
      }
      return count
    }
  }
}
