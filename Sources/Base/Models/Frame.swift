/// One frame of a clip, ready to be shown.
package struct Frame: Sendable {
  package var pixels: PixelBuffer

  /// The pixels of the frame that is due next, if decoded already.
  package var next: PixelBuffer?

  /// Seconds since the clip's first frame.
  package var presentationTime: Double

  /// Increases by one with every seek; a frame of an older generation is stale.
  package var generation: UInt64

  /// How many times the clip has looped before this frame.
  package var loopIndex: Int

  /// Increases by one with every frame a player publishes; equal serials mean the same frame.
  package var serial: UInt64

  package init(
    pixels: PixelBuffer, next: PixelBuffer? = nil, presentationTime: Double = 0,
    generation: UInt64 = 0, loopIndex: Int = 0, serial: UInt64 = 0
  ) {
    self.pixels = pixels
    self.next = next
    self.presentationTime = presentationTime
    self.generation = generation
    self.loopIndex = loopIndex
    self.serial = serial
  }
}
