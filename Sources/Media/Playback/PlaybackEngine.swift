import Platform

/// The engine behind `PlayerClient`: threads that play the clip on screen, preload its neighbours,
/// feed the sound device and grab single frames.
package final class PlaybackEngine: Sendable {
  package let core: EngineCore
  private let threads: Lock<[WorkerThread]>
  private let running: Lock<Int>
  private let stopped = Wakeup()

  /// Starts the threads.
  package init(_ core: EngineCore) {
    self.core = core
    var bodies: [(name: String, niceness: Int32, run: @Sendable (EngineCore) -> Void)] = [
      (
        "playback", 0,
        { core in
          let loop = PlaybackLoop(core: core)
          run(core, core.playbackWakeup, loop.step)
          loop.leavePlayer(now: core.hostTime())
        }
      ),
      ("preload", 10, { core in run(core, core.preloadWakeup, PreloadLoop(core: core).step) }),
      ("audio", 0, runAudio),
      ("stills", 10, { core in run(core, core.stills.wakeup, StillLoop(core: core).step) }),
      ("survey", 10, { core in run(core, core.surveys.wakeup, SurveyLoop(core: core).step) }),
    ]
    for (number, wakeup) in core.openingWakeups.enumerated() {
      bodies.append(
        (
          "open \(number + 1)", 10,
          { core in run(core, wakeup, OpeningLoop(core: core, number: number).step) }
        ))
    }
    let running = Lock(bodies.count)
    let stopped = stopped
    self.running = running
    threads = Lock(
      bodies.map { body in
        WorkerThread(name: body.name, niceness: body.niceness) {
          body.run(core)
          running.withLock { $0 -= 1 }
          stopped.signal()
        }
      })
  }

  /// Stops the sound and the threads. A thread stuck in a codec or a driver is abandoned after two
  /// seconds, so that quitting never hangs.
  package func shutDown() {
    core.shutDown()
    let deadline = HostTime.now + core.tuning.shutDownDeadline
    while running.withLock({ $0 > 0 }), HostTime.now < deadline {
      stopped.wait(timeout: deadline - HostTime.now)
    }
    let threads = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    guard running.withLock({ $0 == 0 }) else { return }
    for thread in threads { thread.join() }
    _ = core.take(\.closing)
  }
}

/// Steps in a loop, waiting as each step requests.
private func run(_ core: EngineCore, _ wakeup: Wakeup, _ step: (_ now: Double) -> Double) {
  while !core.isShuttingDown {
    let next = step(core.hostTime())
    let timeout = next.isFinite ? next - core.hostTime() : nil
    if timeout ?? 1 > 0 { wakeup.wait(timeout: timeout) }
  }
}

private func runAudio(_ core: EngineCore) {
  let pump = AudioPump(core: core)
  while !core.isShuttingDown {
    let pause = pump.step(now: core.hostTime())
    // This thread never waits for a disk or a server, so it can detect when another one does.
    let stall = core.noticeStall(now: core.hostTime()).map { max($0 - core.hostTime(), 0) }
    if let pause {
      pump.wait(stall.map { min(pause, $0) } ?? pause)
    } else {
      // The device is idle and would not wait.
      core.audioWakeup.wait(timeout: stall)
    }
  }
  pump.stop()
}
