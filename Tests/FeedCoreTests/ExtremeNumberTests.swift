import Models
import TestSupport
import Testing

@testable import FeedCore

/// Extreme numbers in feeds, playlists, file systems and command lines.
@Suite struct ExtremeNumberTests {
  private var generator = SeededGenerator(seed: 185)

  private mutating func double() -> Double { ExtremeNumbers.double(using: &generator) }
  private mutating func integer() -> Int { ExtremeNumbers.integer(using: &generator) }
  private mutating func text() -> String { ExtremeNumbers.text(using: &generator) }

  @Test mutating func anyNumberHasARank() {
    for _ in 0..<5_000 {
      #expect(OrderRank.most(double(), isReversed: generator.chance(0.5)) < OrderRank.last)
    }
  }

  @Test mutating func anyTimestampCanBeWritten() {
    for _ in 0..<5_000 {
      for text in [
        Timestamp.text(double()), Timestamp.text(seconds: integer()),
        Timestamp.text(
          FileDate(seconds: integer(), nanoseconds: generator.int(0..<1_000_000_000))),
      ] {
        #expect(FeedDate.internet(text) != nil, "\(text)")
      }
      #expect(!JSONOutput.decimal(double()).line.isEmpty)
    }
  }

  @Test mutating func datesAndDurationsAcceptAnyNumbers() {
    for _ in 0..<5_000 {
      for text in [
        "\(text()) Mar \(text()) \(text()):\(text()):\(text()) \(text())",
        "\(text())-\(text())-\(text())T\(text()):\(text()):\(text())+\(text())",
      ] {
        #expect(FeedDate.any(text).map { abs($0) < 1e12 } ?? true, "\(text)")
      }
      let duration = FeedDate.duration("\(text()):\(text())")
      #expect(duration.map { $0 > 0 && $0 < 1e12 } ?? true)
    }
  }

  @Test mutating func documentsAcceptAnyNumbers() throws {
    for _ in 0..<1_000 {
      let feeds: [(WebContent, String)] = [
        (
          .json,
          """
          {"version":"https://jsonfeed.org/version/1.1","title":"","items":[{"id":\(text()),
          "title":"a","attachments":[{"url":"a.mp4","mime_type":"video/mp4",
          "size_in_bytes":\(text()),"duration_in_seconds":\(text())}]}]}
          """
        ),
        (
          .xml,
          """
          <rss xmlns:media='http://search.yahoo.com/mrss/'><channel><item><guid>1</guid>
          <title>&#\(text());&#x\(text());</title>
          <enclosure url='a.mp4' type='video/mp4' length='\(text())'/>
          <media:content url='b.mp4' fileSize='\(text())' duration='\(text())'/></item></channel></rss>
          """
        ),
        (.m3u, "#EXTM3U\n#EXTINF:\(text()),t\na.mp4\n"),
      ]
      for (content, text) in feeds {
        guard let read = try? document(text, content) else { continue }
        for item in read.items {
          let duration = item.facts?.duration
          #expect(duration.map { $0 >= 0 && $0.isFinite } ?? true, "\(text)")
        }
      }
    }
  }

  @Test mutating func itemsCanBeRequestedByAnyIndex() {
    var index = FeedIndex()
    let folder = index.table.addFolder(FilePath("/f"))
    for name in ["1", "2", "3"] {
      Array(name.utf8).withUnsafeBufferPointer { index.table.addFile($0, in: folder, section: 0) }
      index.place(index.number(row: index.table.count - 1))
    }
    for isComplete in [false, true] {
      index.setComplete(isComplete)
      for _ in 0..<1_000 {
        let direction = generator.chance(0.5) ? FeedDirection.forwards : .backwards
        let request = FeedBatchRequest(
          .index(integer()), direction, limit: 1_000, isInclusive: generator.chance(0.5))
        guard case .page(let page) = index.answer(request) else { continue }
        #expect(page.items.count <= 3)
      }
    }
  }
}
