import CLibAV

/// Packets of one stream, queued while reading another.
///
/// Empty packets are kept for reuse, so that a steady state allocates none.
struct PacketQueue {
  /// The queue from `start` on; what is before has been taken.
  private var waiting: [Allocated<AVPacket>] = []
  private var start = 0
  private var spare: [Allocated<AVPacket>] = []

  /// The size of the queued packets in bytes.
  private(set) var byteCount = 0

  var count: Int { waiting.count - start }
  var isEmpty: Bool { count == 0 }

  /// The time span of the queued packets, in the stream's time base.
  private var span: Double {
    guard !isEmpty, let first = timestamp(of: waiting[start].pointer),
      let last = waiting.last.flatMap({ timestamp(of: $0.pointer) })
    else { return 0 }
    return max(Double(last) - Double(first), 0)
  }

  /// Whether the queue is full, so that reading must stop.
  ///
  /// - Parameters:
  ///   - seconds: The maximum time span.
  ///   - timeBase: The stream's time base in seconds.
  ///   - mayLose: Whether packets may be dropped, which happens only at four times the budget.
  func isFull(seconds: Double, timeBase: Double, mayLose: Bool) -> Bool {
    guard count > 1 else { return false }
    if mayLose { return byteCount >= 4 * DecodeLimits.queueBytes }
    return byteCount >= DecodeLimits.queueBytes || span * timeBase >= seconds
  }

  /// Moves a packet's content to the end of the queue, leaving `packet` blank.
  mutating func append(_ packet: UnsafeMutablePointer<AVPacket>) {
    if let shell = shell(of: packet) { waiting.append(shell) }
  }

  /// Moves a packet's content to the front of the queue, leaving `packet` blank.
  mutating func prepend(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let shell = shell(of: packet) else { return }
    if start > 0 {
      start -= 1
      waiting[start] = shell
    } else {
      waiting.insert(shell, at: 0)
    }
  }

  /// Moves the first packet's content to `packet`, which must be blank.
  ///
  /// - Returns: `false` if the queue is empty.
  mutating func takeFirst(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let shell = popFirst() else { return false }
    av_packet_move_ref(packet, shell.pointer)
    return true
  }

  mutating func dropFirst() {
    if let shell = popFirst() { av_packet_unref(shell.pointer) }
  }

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

  /// Removes the first packet; it will be reused, so the caller must leave it blank.
  private mutating func popFirst() -> Allocated<AVPacket>? {
    guard !isEmpty else { return nil }
    let shell = waiting[start]
    start += 1
    // Each moves what is left at most once for as many that were taken.
    if start * 2 >= waiting.count {
      waiting.removeFirst(start)
      start = 0
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
