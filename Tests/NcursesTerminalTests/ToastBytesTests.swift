import Composable
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import NcursesTerminal
@testable import TerminalUI

/// What toasts and texts beside the frame cost on the way to the terminal.
extension NcursesTerminalTests {
  private static func state(_ message: Toast.Message?) -> App.State {
    let river = Clip(file: FilePath("/clips/river.mp4"))
    var clip = ClipItem.State(
      item: FeedItem(id: ItemID(rawValue: 0), kind: .clip(river)), clip: river)
    clip.status = .ready
    var state = App.State()
    state.feed.window.pages = [.clip(clip)]
    state.feed.window.currentID = clip.id
    state.feed.toast.message = message
    return state
  }

  nonisolated static let messages: [Toast.Message] = [
    .paused(true, of: 0), .liked(true, of: 0), .volume(65),
    .seek(by: 5, of: 0), .muted(true),
    .failed(.refresh, FeedError(.refused, place: "", detail: "a reason of some words")),
  ]

  @Test("A toast costs only its own cells, when it appears and disappears", arguments: messages)
  func toastsCostOnlyTheirCells(_ message: Toast.Message) async throws {
    let session = try Session(size: CellSize(columns: 120, rows: 40))
    let drawing = ScreenDrawing(layout: ScreenLayout(size: session.terminal.size))
    var surface = Surface(size: session.terminal.size)
    let pixels = PixelBuffer(
      size: PixelSize(width: 120, height: 76),
      pixels: (0..<(120 * 76)).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) >> 8 })
    func bytes(_ message: Toast.Message?) async -> Int {
      let model = ScreenModel(Self.state(message))
      drawing.drawFrame(
        model, frame: Frame(pixels: pixels), spinnerPhase: 0, into: &surface)
      await session.show(surface, drawing.chrome(model, time: PlaybackTime(duration: 9)))
      #expect(session.terminal.isExact)
      return session.takeOutput().count
    }
    let whole = await bytes(nil)
    let coming = await bytes(message)
    let going = await bytes(nil)
    #expect(coming < whole / 12 && going < whole / 12, "\(whole), \(coming), \(going)")
    #expect(await bytes(nil) == 0)
  }

  @Test func contentBesideAFrameIsSentOnce() async throws {
    let session = try Session(size: CellSize(columns: 120, rows: 40))
    let drawing = ScreenDrawing(layout: ScreenLayout(size: session.terminal.size))
    let model = ScreenModel(Self.state(nil))
    var surface = Surface(size: session.terminal.size)
    func bytes(_ shade: UInt32, isBeside: Bool) async throws -> Int {
      let pixels = PixelBuffer(
        size: PixelSize(width: 43, height: 76),
        pixels: (0..<(43 * 76)).map { (UInt32(truncatingIfNeeded: $0) &+ shade) &* 0x01_0203 })
      let stage = drawing.layout.stage(frameSize: pixels.size, fit: .fit)
      let content = SideContent(try #require(model.clip), place: "1 of 1")
      let side = drawing.side(
        stage, content, previous: Scene.Neighbour(title: "before", pixels: pixels),
        next: Scene.Neighbour(title: "after"))
      let frame = Frame(pixels: pixels)
      drawing.drawFrame(
        model, frame: frame,
        scene: Scene(frame: frame, stage: stage, side: isBeside ? side : nil), spinnerPhase: 0,
        into: &surface)
      await session.show(surface)
      return session.takeOutput().count
    }
    _ = try await bytes(0, isBeside: false)
    let alone = try await bytes(7, isBeside: false)
    _ = try await bytes(0, isBeside: true)
    // The poster is of the same clip, and so changes as well.
    #expect(try await bytes(0, isBeside: true) == 0)
    let beside = try await bytes(7, isBeside: true)
    #expect(beside < alone * 3 / 2, "\(alone), \(beside)")
  }
}
