import Dispatch
import Platform

/// Waits for what a task finds, from outside any task.
func waitFor<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let answer = Lock<Value?>(nil)
  let semaphore = DispatchSemaphore(value: 0)
  Task.detached {
    let value = await work()
    answer.withLock { $0 = value }
    semaphore.signal()
  }
  while true {
    semaphore.wait()
    if let value = answer.withLock({ $0 }) { return value }
  }
}
