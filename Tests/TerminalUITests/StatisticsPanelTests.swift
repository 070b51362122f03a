import Clients
import Graphics
import Models
import Platform
import TestSupport
import Testing

@testable import TerminalUI

@MainActor
@Suite struct StatisticsPanelTests {
  let reads = Lock(0)
  let recorded = Lock<[StatisticsSample]>([])

  private func panel(records: Bool = false) -> StatisticsPanel {
    var client = StatisticsClient()
    if records { client.record = { sample in recorded.withLock { $0.append(sample) } } }
    let panel = StatisticsPanel(client: client)
    panel.read = {
      let count = reads.withLock { reads in
        reads += 1
        return reads
      }
      var sample = StatisticsSample(date: 0)
      sample.link.frames = count * 10
      sample.link.bytes = count * 1_000
      return sample
    }
    return panel
  }

  private func rows(_ panel: StatisticsPanel) -> String {
    var surface = Surface(size: CellSize(columns: 60, rows: 20))
    panel.layout(in: surface.bounds, depth: .trueColor)?.draw(on: &surface)
    return text(of: surface).joined(separator: "\n")
  }

  @Test func hiddenPanelReadsNothing() {
    let panel = panel()
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 1, height: 1)))
    for _ in 0..<100 {
      panel.figures.presented(frame.serial, of: PlayerID(rawValue: 1), isSwiping: false, at: 0)
      #expect(!rows(panel).contains("Shown"))
    }
    #expect(!panel.isRecording)
    #expect(reads.withLock { $0 } == 0)
  }

  @Test func figuresAppearAtOnceAndRefresh() {
    let panel = panel()
    panel.show(true, at: 10)
    #expect(rows(panel).contains("Shown"))
    panel.look(at: 10.5)
    // Ten frames and a thousand bytes each half second.
    #expect(rows(panel).contains("100 bytes/frame, 2.0 kB/s"))
    panel.show(false, at: 11)
    #expect(!rows(panel).contains("Shown"))
  }

  @Test func samplesAreRecordedWhileHidden() {
    let panel = panel(records: true)
    #expect(panel.isRecording)
    panel.record(at: 10)
    panel.record(at: 10.5)
    #expect(recorded.withLock { $0.map(\.link.framesPerSecond) }.last == 20)
  }
}
