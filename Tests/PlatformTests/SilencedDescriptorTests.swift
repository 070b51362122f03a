import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite struct SilencedDescriptorTests {
  /// Two threads that read documents at once, not one inside the other.
  @Test func outputIsBackWhenTheLastHasEnded() throws {
    let scratch = try ScratchFolder()
    let descriptor = open(scratch.file("output"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    func say(_ text: String) { _ = text.withCString { write(descriptor, $0, strlen($0)) } }
    let silenced = SilencedDescriptor(descriptor)
    let (isFirstSilent, isSecondSilent, isFirstBack) = (Wakeup(), Wakeup(), Wakeup())
    say("before ")
    Thread {
      silenced.whileSilent {
        isFirstSilent.signal()
        isSecondSilent.wait(timeout: nil)
      }
      isFirstBack.signal()
    }.start()
    isFirstSilent.wait(timeout: nil)
    silenced.whileSilent {
      isSecondSilent.signal()
      isFirstBack.wait(timeout: nil)
      say("meanwhile ")
    }
    say("afterwards")
    #expect(Command.contents(of: scratch.file("output")) == Array("before afterwards".utf8))
  }
}
