import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct BroadcastTests {
  @Test func anObserverGetsTheLatestValueAndEveryLaterOne() async {
    let broadcast = Broadcast(initial: 1)
    var values = broadcast.stream().makeAsyncIterator()
    #expect(await values.next() == 1)
    broadcast.send(2)
    #expect(await values.next() == 2)
    broadcast.finish()
    #expect(await values.next() == nil)
    #expect(broadcast.observerCount == 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func observersCanCancelDuringASend() async {
    let broadcast = Broadcast(initial: 0)
    let isOver = Lock(false)
    let pause = Wakeup()
    async let sender: Void = onThread(named: "sender") {
      var value = 0
      while !isOver.withLock({ $0 }) {
        value += 1
        broadcast.send(value)
        // A lock that is taken again at once may be had by nobody else.
        pause.wait(timeout: 1e-5)
      }
    }
    // Many at once: each round waits for its turn among all other tests.
    for _ in 0..<20 {
      let observers = (0..<100).map { _ in Task { for await _ in broadcast.stream() {} } }
      await Task.yield()
      for observer in observers { observer.cancel() }
      for observer in observers { await observer.value }
    }
    isOver.withLock { $0 = true }
    await sender
    #expect(broadcast.observerCount == 0)
  }
}
