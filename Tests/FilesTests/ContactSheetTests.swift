import Models
import Testing

@testable import Files

@Suite struct ContactSheetTests {
  private static func frame(_ width: Int, _ height: Int, _ pixel: UInt32) -> PixelBuffer {
    let frame = PixelBuffer(size: PixelSize(width: width, height: height))
    frame.withMutablePixels { $0.update(repeating: pixel) }
    return frame
  }

  private func pixel(_ image: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
    image.withPixels { $0[y * image.size.width + x] }
  }

  @Test func tilesDoNotOverlapAndStayInside() {
    for count in [1, 2, 5, 6, 99] {
      for columns in [1, 2, 5, 40] {
        for width in [-3, 17, 320] {
          let sheet = ContactSheet(count: count, columns: columns, width: width)
          var rows: [Int: Int] = [:]
          for number in 0..<count {
            let (x, y) = sheet.origin(number)
            #expect(x >= rows[y] ?? 0)
            rows[y] = x + sheet.frameSize.width + 1
            #expect(x + sheet.frameSize.width < sheet.size.width)
            #expect(y + sheet.frameSize.height + sheet.fontHeight < sheet.size.height)
          }
          #expect(rows.count == (count + min(columns, count) - 1) / min(columns, count))
        }
      }
    }
    #expect(ContactSheet(count: 0, columns: 0, width: 0).size.width == 32)
  }

  @Test func frameWidthFillsTheSheet() {
    let width = ContactSheet.frameWidth(of: 1_000, columns: 4)
    #expect((996...1_000).contains(ContactSheet(count: 9, columns: 4, width: width).size.width))
  }

  @Test func framesAreInTheMiddleOfTheirTiles() {
    let sheet = ContactSheet(count: 3, columns: 2, width: 160)
    #expect(sheet.frameSize == PixelSize(width: 160, height: 90))
    let (red, blue) = (UInt32(0xFF00_00FF), UInt32(0xFFFF_0000))
    let image = sheet.drawn(
      [
        ContactSheet.Entry(frame: Self.frame(50, 90, red), title: "portrait"),
        ContactSheet.Entry(frame: Self.frame(160, 40, blue), title: "wide"),
        // One that does not fit is as good as none.
        ContactSheet.Entry(frame: Self.frame(161, 90, red), title: "", reason: "none"),
      ], lettering: nil)
    #expect(image.size == sheet.size)
    #expect(pixel(image, 8 + 80, 8) == red)
    #expect(pixel(image, 8 + 30, 8) != red)
    let second = sheet.origin(1)
    #expect(pixel(image, second.x, second.y + 45) == blue)
    #expect(pixel(image, second.x, second.y + 10) != blue)
    let third = sheet.origin(2)
    #expect(pixel(image, third.x, third.y) != red)
    #expect(pixel(image, third.x, third.y) != pixel(image, 0, 0))
  }

  /// Letters in many scripts stay in their tile.
  @Test func textStaysBelowItsFrame() throws {
    let lettering = try #require(Lettering(), "libpangocairo is missing")
    let sheet = ContactSheet(count: 2, columns: 2, width: 160)
    let ground = sheet.drawn([], lettering: nil)
    let names: [CleanText] = [
      "a name that is much too long for its tile.mp4", "слон.mkv", "象.webm", "فيل.mov", "",
      CleanText(String(repeating: "👩‍👩‍👧", count: 999)),
    ]
    for name in names {
      let image = sheet.drawn(
        [
          ContactSheet.Entry(frame: ground, title: name, detail: "1:02:03"),
          ContactSheet.Entry(frame: nil, title: "", reason: name),
        ], lettering: lettering)
      let (left, right) = (sheet.origin(0), sheet.origin(1))
      var changed = 0
      for y in 0..<image.size.height {
        for x in 0..<image.size.width where pixel(image, x, y) != pixel(ground, x, y) {
          let isBlank = y >= left.y && y < left.y + 90
          let isText = y >= left.y + 90 && x >= left.x && x < left.x + 160
          changed += isText ? 1 : 0
          if !isBlank, !isText { Issue.record("\(name): \(x), \(y)") }
          if isBlank, x > right.x + 160 { Issue.record("\(name): \(x), \(y)") }
        }
      }
      // At least the time.
      #expect(changed > 20)
    }
    // Cairo takes no image of this height.
    let tall = PixelBuffer(size: PixelSize(width: 16, height: 40_000))
    #expect(
      lettering.draw("text", on: tall, x: 0, y: 39_000, maxWidth: 16, height: 9, level: 255) > 0)
    #expect(tall.withPixels { $0[(39_000 * 16)...].contains { $0 & 0xFF > 0 } })
    // Where there is no room, nothing is drawn.
    #expect(
      lettering.draw("text", on: ground, x: 0, y: 0, maxWidth: 0, height: 12, level: 255) == 0)
    #expect(
      lettering.draw("text", on: ground, x: 9_999, y: -9_999, maxWidth: 50, height: 12, level: 255)
        > 0)
  }
}
