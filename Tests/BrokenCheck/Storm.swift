import Models
import Platform
import TestSupport

/// All entries in one feed, swiped through without waiting for any of them, there and back.
struct Storm {
  private(set) var problems: [String] = []
  private(set) var peakMemory = 0

  /// The most memory it may take: what the largest single bomb may.
  private static let memoryLimit = 2_500 << 20

  /// Swipes through the corpus.
  ///
  /// - Parameter pageTime: Seconds between two swipes.
  init(_ corpus: BrokenCorpus, pageTime: Double) throws(PtyError) {
    // Not lists: one of them names a hundred thousand files.
    let paths = corpus.entries.filter { !$0.isArgument }.map(corpus.path)
      .filter { !$0.lowercaseExtension.hasPrefix("m3u") }
    let flick = try FlickProcess(
      ["--no-animation", "--group", "none", "--hidden", "--only", "--"], paths: paths,
      size: CellSize(columns: 100, rows: 30))
    guard flick.waitUntil({ ScreenPage.number($0) == 1 }) else {
      problems.append("the storm's first page is never shown")
      return
    }
    for key in [FlickProcess.Key.down, .up] {
      for number in paths.indices.dropFirst() {
        flick.press(key)
        flick.run(for: pageTime)
        guard flick.process.poll() == nil else {
          let subtitle = flick.model.text(row: flick.model.size.rows - 2)
          problems.append("the storm ended at step \(number) \(key), at \(subtitle)")
          return
        }
      }
    }
    let isBack = flick.waitUntil(timeout: 10) {
      ScreenPage.number($0) == 1 && ScreenPage($0) != .waiting
    }
    if !isBack { problems.append("the storm does not come back to the first page") }
    let exit = flick.quit()
    if exit != .status(0) { problems.append("the storm ended with \(String(describing: exit))") }
    if !flick.isTerminalRestored { problems.append("the terminal was not restored") }
    if flick.standardError != "" { problems.append("standard error: \(flick.standardError)") }
    peakMemory = flick.process.poll()?.peakResidentMemory ?? 0
    if peakMemory > Self.memoryLimit { problems.append("the storm took \(peakMemory >> 20) MB") }
  }
}
