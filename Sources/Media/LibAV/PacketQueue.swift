import CLibAV

/// Packets of one stream, read while looking for those of another.
///
/// Empty packet shells are kept for reuse, so that a steady state allocates none.
struct PacketQueue {
  private var waiting: [Allocated<AVPacket>] = []
  private var head = 0
  private var spare: [Allocated<AVPacket>] = []

  /// Bytes of the packets that wait.
  private(set) var byteCount = 0

  var count: Int { waiting.count - head }
  var isEmpty: Bool { head == waiting.count }

  /// How far the packets that wait reach, in the stream's time base.
  private var span: Double {
    guard !isEmpty, let first = timestamp(of: waiting[head].pointer),
      let last = timestamp(of: waiting[waiting.count - 1].pointer)
    else { return 0 }
    return max(Double(last) - Double(first), 0)
  }

  /// Whether so much waits that no more is to be read.
  ///
  /// - Parameters:
  ///   - seconds: The most that may wait.
  ///   - timeBase: Seconds of a tick of the stream.
  ///   - mayLose: Whether packets may be thrown away, which is done only with four times the budget.
  func isFull(seconds: Double, timeBase: Double, mayLose: Bool) -> Bool {
    guard count > 1 else { return false }
    if mayLose { return byteCount >= 4 * DecodeLimits.queueBytes }
    return byteCount >= DecodeLimits.queueBytes || span * timeBase >= seconds
  }

  /// Moves a packet's content to the end of the queue, leaving `packet` blank.
  mutating func append(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let shell = shell(of: packet) else { return }
    if head > 64, head * 2 > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    waiting.append(shell)
  }

  /// Moves a packet's content to the front of the queue, leaving `packet` blank.
  mutating func prepend(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let shell = shell(of: packet) else { return }
    if head > 0 {
      head -= 1
      waiting[head] = shell
    } else {
      waiting.insert(shell, at: 0)
    }
  }

  /// Moves the first packet's content to `packet`, which must be blank.
  ///
  /// - Returns: `false` if none waits.
  mutating func takeFirst(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let shell = popFirst() else { return false }
    av_packet_move_ref(packet, shell.pointer)
    return true
  }

  /// Throws away the first packet.
  mutating func dropFirst() {
    if let shell = popFirst() { av_packet_unref(shell.pointer) }
  }

  /// Throws away all packets.
  mutating func removeAll() {
    while !isEmpty { dropFirst() }
  }

  /// A packet's content, leaving `packet` blank; `nil` if there is no memory to keep it.
  private mutating func shell(
    of packet: UnsafeMutablePointer<AVPacket>
  ) -> Allocated<AVPacket>? {
    guard let shell = spare.popLast() ?? (try? Allocated(av_packet_alloc(), av_packet_free)) else {
      av_packet_unref(packet)
      return nil
    }
    av_packet_move_ref(shell.pointer, packet)
    byteCount += Int(shell.pointer.pointee.size)
    return shell
  }

  /// Takes the first packet out; its shell is used again, so that the caller leaves it blank.
  private mutating func popFirst() -> Allocated<AVPacket>? {
    guard !isEmpty else { return nil }
    let shell = waiting[head]
    head += 1
    if isEmpty {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    }
    byteCount -= Int(shell.pointer.pointee.size)
    spare.append(shell)
    return shell
  }
}

private func timestamp(of packet: UnsafeMutablePointer<AVPacket>) -> Int64? {
  if packet.pointee.dts != AVStatus.noTimestamp { return packet.pointee.dts }
  return packet.pointee.pts == AVStatus.noTimestamp ? nil : packet.pointee.pts
}
