import CLibAV

/// Packets of one stream, read while looking for those of another.
///
/// Empty packet shells are kept for reuse, so that a steady state allocates none.
struct PacketQueue: ~Copyable {
  private var waiting: [UnsafeMutablePointer<AVPacket>] = []
  private var head = 0
  private var spare: [UnsafeMutablePointer<AVPacket>] = []

  /// Bytes of the packets that wait.
  private(set) var byteCount = 0

  var count: Int { waiting.count - head }
  var isEmpty: Bool { head == waiting.count }

  /// How far the packets that wait reach, in the stream's time base.
  var span: Double {
    guard let first = firstTimestamp, let last = waiting.last.map(timestamp(of:)),
      last != AVStatus.noTimestamp
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

  deinit {
    for packet in waiting[head...] + spare {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
  }

  /// Moves a packet's content to the end of the queue, leaving `packet` blank.
  mutating func append(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let shell = spare.popLast() ?? av_packet_alloc() else { return av_packet_unref(packet) }
    av_packet_move_ref(shell, packet)
    byteCount += Int(shell.pointee.size)
    if head > 64, head * 2 > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    waiting.append(shell)
  }

  /// Moves a packet's content to the front of the queue, leaving `packet` blank.
  mutating func prepend(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let shell = spare.popLast() ?? av_packet_alloc() else { return av_packet_unref(packet) }
    av_packet_move_ref(shell, packet)
    byteCount += Int(shell.pointee.size)
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
    guard head < waiting.count else { return false }
    let shell = waiting[head]
    head += 1
    if head == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    }
    byteCount -= Int(shell.pointee.size)
    av_packet_move_ref(packet, shell)
    spare.append(shell)
    return true
  }

  /// Throws away the first packet.
  mutating func dropFirst() {
    guard head < waiting.count else { return }
    let shell = waiting[head]
    head += 1
    byteCount -= Int(shell.pointee.size)
    av_packet_unref(shell)
    spare.append(shell)
  }

  /// Throws away all packets.
  mutating func removeAll() {
    while !isEmpty { dropFirst() }
    waiting.removeAll(keepingCapacity: true)
    head = 0
  }

  private var firstTimestamp: Int64? {
    guard head < waiting.count else { return nil }
    let first = timestamp(of: waiting[head])
    return first == AVStatus.noTimestamp ? nil : first
  }
}

private func timestamp(of packet: UnsafeMutablePointer<AVPacket>) -> Int64 {
  packet.pointee.dts == AVStatus.noTimestamp ? packet.pointee.pts : packet.pointee.dts
}
