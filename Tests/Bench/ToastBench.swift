import AppFeature
import Graphics
import Models
import Platform
import TerminalCore
import TerminalUI
import TestSupport

extension Benchmark {
  /// What toasts over the frame cost in bytes when they come and go, against the whole frame, and
  /// how long what stands beside a portrait takes: no program, frames made here.
  static let toasts = Benchmark(name: "toasts") { report in
    for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48)] {
      let name = "toasts.\(size.columns)x\(size.rows)"
      let item = PageID.item(ItemID(rawValue: 0))
      let messages: [(String, Toast.Message)] = [
        ("heart", .liked(true, of: item)), ("pause", .paused(true, of: item)),
        ("volume", .volume(65)), ("words", .speed(.normal)),
      ]
      for (index, (label, message)) in messages.enumerated() {
        let bytes = bytes(of: message, size: size)
        if index == 0 { report.add("\(name).picture", Double(bytes.whole), "B") }
        report.add("\(name).\(label).on", Double(bytes.on), "B")
        report.add("\(name).\(label).off", Double(bytes.off), "B")
      }
      addSides(size, as: name, to: &report)
    }
    let image = frame(PixelSize(width: 675, height: 1_200))
    report.add(
      "toasts.poster.image",
      microseconds(20) { image.scaled(to: PixelSize(width: 200, height: 355)) },
      "us")
  }

  /// The frame stands still, so that every byte is the toast's.
  private static func bytes(
    of message: Toast.Message, size: CellSize
  ) -> (whole: Int, on: Int, off: Int) {
    var surface = Surface(size: size)
    var encoder = FrameEncoder(size: size, depth: .trueColor)
    var output: [UInt8] = []
    let area = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows - 2)
    let pixels = frame(PixelSize(width: area.columns, height: area.rows * 2))
    func send(_ message: Toast.Message?) -> Int {
      surface.drawFrame(pixels, in: area)
      if let message { ToastOverlay(message: message).draw(in: area, of: &surface) }
      output.removeAll(keepingCapacity: true)
      return encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
    }
    return (send(nil), send(message), send(nil))
  }

  private static func addSides(_ size: CellSize, as name: String, to report: inout Report) {
    let layout = ScreenLayout(size: size)
    let drawing = ScreenDrawing(layout: layout)
    let pixels = frame(layout.frameArea(.fit).placing(PixelSize(width: 9, height: 16)).size)
    let stage = layout.stage(frameSize: pixels.size, fit: .fit)
    let clip = Clip(location: .file(FilePath("/river.mp4")), title: "A walk along the river")
    let content = SideContent(
      ScreenModel.ClipPage(playerID: PlayerID(rawValue: 0), clip: clip), place: "3 of 12")
    let neighbour = Scene.Neighbour(title: "The bridge in the fog", pixels: pixels)
    report.add(
      "\(name).side.make",
      microseconds(50) { drawing.side(stage, content, previous: neighbour, next: neighbour) }, "us")
  }

  /// Noise over a gradient, so that no two cells are alike.
  private static func frame(_ size: PixelSize) -> PixelBuffer {
    let count = size.width * size.height
    return PixelBuffer(
      size: size,
      pixels: (0..<count).map { index in
        let noise = UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8 & 0x1F_1F1F
        return noise + UInt32(index / size.width * 200 / size.height) * 0x01_0101
      })
  }

  private static func microseconds<Result>(_ count: Int, _ body: () -> Result) -> Double {
    let start = HostTime.now
    for _ in 0..<count { _ = body() }
    return (HostTime.now - start) / Double(count) * 1e6
  }
}
