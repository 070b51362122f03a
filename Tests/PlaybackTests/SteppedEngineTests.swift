import Clients
import MediaCore
import Models
import Playback
import TestSupport
import Testing

@Suite struct SteppedEngineTests {
  @Test func showsEachFrameAndKeepsTheLast() {
    let clock = SyntheticClock()
    let library = SyntheticLibrary(clock: clock)
    let engine = SteppedEngine(
      opener: library, makeSink: { NullSink { clock.now } },
      makeSpeedChanger: { TapeSpeedChanger() }, hostTime: { clock.now })
    let id = PlayerID(rawValue: 1)
    engine.client.setFrameArea(FrameArea(size: PixelSize(width: 16, height: 9)))
    engine.client.setLoopMode(.off)
    engine.client.create(id, PlayerSource(library.add("clip")))
    engine.client.setWindow(PreloadWindow(current: id, neighbours: []))
    engine.client.play(id)

    var shown: [Int] = []
    let began = clock.now
    while clock.now - began < 3 {
      var next = clock.now
      for _ in 0..<100 where next <= clock.now {
        next = engine.step()
        let pixel = engine.client.frame(id)?.pixels.withPixels { $0.first }
        if let number = pixel.map({ Int($0) - 1 }), number != shown.last { shown.append(number) }
      }
      clock.advance(by: max(min(next - clock.now, 0.005), 1e-4))
    }
    #expect(shown == Array(0..<50))
    #expect(abs(engine.client.time(id).position - 2) < 0.001)
  }
}
