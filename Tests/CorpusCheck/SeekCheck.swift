import Clients
import LibAV
import MediaCore
import Models
import Platform
import Playback
import TestSupport

/// Opens a clip with the engine and its threads, and looks at what a seek brings into the mailbox.
struct SeekCheck {
  private let entry: Entry
  private let expectation: Expectation
  private let opener = NotingOpener(LibAVOpener())
  private let engine: PlaybackEngine
  private let client: PlayerClient
  private let id = PlayerID(rawValue: 0)
  private(set) var faults: [String] = []

  init(_ entry: Entry, _ expectation: Expectation, path: FilePath) {
    self.entry = entry
    self.expectation = expectation
    var tuning = PlaybackTuning()
    // The machine may be busy; how fast it is, is measured elsewhere.
    tuning.openDeadline = 20
    engine = PlaybackEngine(
      EngineCore(
        opener: opener, makeSink: { NullSink() }, makeSpeedChanger: { TapeSpeedChanger() },
        tuning: tuning, onFrame: { _ in }))
    client = .live(core: engine.core)
    client.setFrameArea(expectation.area)
    client.create(id, PlayerSource(.file(path)))
  }

  /// Does all of it.
  ///
  /// - Returns: The error the clip failed with; `nil` if it can be played.
  mutating func run() async -> MediaError? {
    defer { engine.shutDown() }
    client.setWindow(PreloadWindow(current: id, neighbours: []))
    for await status in client.status(id) {
      if case .failed(let error) = status { return error }
      if status == .ready { break }
    }
    checkFacts()
    guard let clock = expectation.clock else { return nil }
    await checkFrame(at: 0, clock, generation: 0)
    for (index, time) in clock.probes.enumerated() {
      // Where times count from the first frame, nothing can be sought by the clip's own.
      if clock.isFree { break }
      client.seek(id, time, .exact)
      await checkFrame(at: time, clock, generation: UInt64(index + 1))
    }
    return nil
  }

  private mutating func checkFacts() {
    guard let info = opener.info else { return faults.append("expected facts, got none") }
    if let fault = expectation.fault(in: info) { faults.append(fault) }
  }

  // A seek that takes long shows on its way what it has come to; the frame that stays counts.
  private mutating func checkFrame(
    at time: Double, _ clock: FrameClock, generation: UInt64
  ) async {
    var latest: (serial: UInt64, since: Double, fault: String?)?
    _ = await eventually(within: Self.patience) {
      let frame = client.frame(id)
      if let frame, frame.generation >= generation, frame.serial != latest?.serial {
        let fault = expectation.fault(in: frame.pixels, at: time, clock)
        latest = (frame.serial, HostTime.now, fault)
      }
      return latest.map { $0.fault == nil || HostTime.now > $0.since + Self.rest } ?? false
    }
    guard let latest else {
      return faults.append("at \(rounded(time)) s expected a picture, got none")
    }
    if let fault = latest.fault { faults.append("at \(rounded(time)) s expected \(fault)") }
  }

  /// How long a frame is waited for, and how long one has to stay to be the last; in seconds.
  private static let patience = 30.0
  private static let rest = 3.0
}

/// A time for a person to read.
func rounded(_ time: Double) -> Double { (time * 1000).rounded() / 1000 }
