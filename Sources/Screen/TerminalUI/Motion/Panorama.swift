import Clients
import Models

/// A still that fills the screen with a part of itself, and is panned so that all of it is seen.
///
/// It is scaled once as a whole: each step copies the visible part, so that nothing shimmers.
@MainActor
final class Panorama {
  private struct Subject: Hashable {
    var id: PlayerID
    var area: FrameArea
    var strip: PixelSize
  }

  /// Loads the whole frame.
  let loader: StillLoader

  private var subject: Subject?
  private var pan: Pan?
  /// For how long it has moved, in seconds, and when that was last updated; `nil` while it is
  /// paused.
  private var elapsed = 0.0
  private var lookedAt: Double?
  private var shown: (offset: Int, pixels: PixelBuffer)?

  /// The most pixels of a cached whole frame: 32 MB.
  private static let maxPixels = 8 << 20
  /// The longest step, in seconds, so that the frame does not jump on a busy machine.
  private static let longestStep = 0.2

  init(playerClient: PlayerClient) {
    loader = StillLoader(playerClient: playerClient)
  }

  /// Whether the visible part is moving.
  var isMoving: Bool { lookedAt != nil && pan?.isResting(at: elapsed) == false }

  /// Whether the next step may show something else.
  var isRunning: Bool { lookedAt != nil }

  /// The visible part of a frame now.
  ///
  /// - Parameters:
  ///   - id: Its player.
  ///   - shape: The whole frame, in square pixels.
  ///   - area: The area it fills.
  ///   - moves: Whether it moves, or is paused where it is.
  ///   - mayBegin: Whether another frame may begin to move. One that moves goes on.
  ///   - time: Now, in seconds of a monotonic clock.
  /// - Returns: `nil` until there is something to move: the middle is visible.
  func part(
    of id: PlayerID, shape: PixelSize, in area: FrameArea, moves: Bool, mayBegin: Bool,
    at time: Double
  ) -> PixelBuffer? {
    let (size, region) = area.placing(shape)
    let whole = PixelSize(
      width: Int(saturating: Double(size.width) / region.width),
      height: Int(saturating: Double(size.height) / region.height))
    let wanted = Subject(id: id, area: area, strip: whole)
    if wanted != subject {
      // Do not start what could not continue.
      guard moves, mayBegin else {
        stop()
        return nil
      }
      begin(wanted, seen: size)
    }
    guard let pan, let strip = loader.frame, strip.size == whole else { return nil }
    if moves, let lookedAt { elapsed += min(max(time - lookedAt, 0), Self.longestStep) }
    lookedAt = moves ? time : nil
    let offset = pan.offset(at: elapsed)
    if let shown, shown.offset == offset { return shown.pixels }
    let pixels = strip.part(of: size, at: offset)
    shown = (offset, pixels)
    return pixels
  }

  /// Pauses the frame where it is.
  func hold() {
    lookedAt = nil
  }

  /// Forgets the frame.
  func stop() {
    loader.stop()
    (subject, pan, shown, lookedAt) = (nil, nil, nil, nil)
    elapsed = 0
  }

  private func begin(_ wanted: Subject, seen: PixelSize) {
    stop()
    subject = wanted
    let size = wanted.strip
    let isWide = size.width > seen.width
    guard size.width <= Self.maxPixels / max(size.height, 1) else { return }
    pan =
      isWide
      ? Pan(length: size.width, seen: seen.width) : Pan(length: size.height, seen: seen.height)
    guard pan != nil else { return }
    var area = wanted.area
    area.size = size
    loader.want(StillRequest(id: wanted.id, moment: .shown, area: area))
  }
}

extension PixelBuffer {
  /// Copies a part that is as wide or as high as the whole.
  ///
  /// - Parameters:
  ///   - size: The part's size.
  ///   - offset: Where it starts along the longer side.
  fileprivate func part(of size: PixelSize, at offset: Int) -> PixelBuffer {
    let part = PixelBuffer(size: size)
    let isWide = self.size.width > size.width
    let (left, top) = isWide ? (offset, 0) : (0, offset)
    guard left >= 0, top >= 0, left + size.width <= self.size.width,
      top + size.height <= self.size.height
    else { return part }
    withPixels { source in
      part.withMutablePixels { target in
        for row in 0..<size.height {
          let start = (row + top) * self.size.width + left
          for column in 0..<size.width {
            target[row * size.width + column] = source[start + column]
          }
        }
      }
    }
    return part
  }
}
