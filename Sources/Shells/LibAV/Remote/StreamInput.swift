import CLibAV
import Glibc
import MediaCore
import Models

/// An HLS stream: gives libav its playlists, written anew, and the pieces those name, and nothing
/// else.
final class StreamInput: MediaInput {
  /// Something libav has open.
  private struct Opened {
    let source: any ByteSource
    let context: InputContext
  }

  let cancellation: CancellationToken
  private(set) var failure: MediaError?
  private let address: RemoteAddress
  private let client: WebClient
  private var master: StreamPlaylist
  private var top: Opened?
  private var opened: [UnsafeMutablePointer<AVIOContext>: Opened] = [:]
  private var playlists: [RemoteAddress: StreamPlaylist] = [:]
  /// The pieces behind those being read, already on their way.
  private var upcoming: [StreamPlaylist.Segment: RemoteInput] = [:]
  /// The pieces that libav has asked for last, by their lists: where each stands, and its bytes until
  /// they have been read.
  private var reading: [RemoteAddress: (index: Int, input: () -> RemoteInput?)] = [:]
  /// Pieces in a row that could not be had.
  private var failuresInARow = 0

  /// Where the lists begin that libav gets, in seconds since the first piece.
  private var start = 0.0

  private static let failureLimit = 3
  private static let mostUpcoming = 2

  /// Reads the first playlist of a stream.
  ///
  /// - Throws: What reading it throws, `.refused` if it names what is not opened.
  init(_ list: RemoteInput, client: WebClient) throws(MediaError) {
    cancellation = list.cancellation
    self.client = client
    list.isLasting = false
    let bytes = try list.readAll(limit: StreamPlaylist.largest)
    address = list.finalAddress
    master = try StreamPlaylist(bytes, at: address, allowsMaster: true)
    playlists[address] = master
    guard rewind() else { throw .tooLarge }
  }

  var context: UnsafeMutablePointer<AVIOContext>? { top?.context.pointer }

  var byteCount: Int64? { nil }

  var isCheapToScan: Bool { false }

  var isLive: Bool { !playlists.values.contains(where: \.isEnded) }

  var reach: Double? {
    // Pictures and sound may come in pieces of their own.
    reading.compactMap { list, place in
      playlists[list].flatMap { playlist in
        playlist.reach(from: place.index) { index in
          if index == place.index { return place.input()?.share ?? 1 }
          return upcoming[playlist.segments[index]]?.share ?? 0
        }
      }
    }.min()
  }

  var isFetching: Bool {
    upcoming.values.contains(where: \.isFetching)
      || reading.values.contains { $0.input()?.isFetching ?? false }
  }

  /// libav loses its way when it moves within fragments of MP4: they are opened at the place.
  var isSoughtByOpening: Bool { playlists.values.contains { $0.hasSections && $0.isEnded } }

  func rewind() -> Bool { rewind(to: 0) }

  /// Makes a fresh I/O context at the list from a time on.
  ///
  /// - Parameter start: Seconds since the first piece.
  /// - Returns: Whether that was possible.
  func rewind(to start: Double) -> Bool {
    self.start = start
    failure = nil
    failuresInARow = 0
    opened = [:]
    upcoming = [:]
    reading = [:]
    if master.lists.isEmpty, !master.isEnded, top != nil, let fresh = try? load(address) {
      master = fresh
    }
    let source = MemorySource(Array(master.text(from: start).utf8))
    top = InputContext(source).map { Opened(source: source, context: $0) }
    return top != nil
  }

  /// Makes a container's context open what it needs through this stream.
  ///
  /// - Parameter options: Gets the demuxer's settings.
  /// - Returns: The address the stream goes by.
  func prepare(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ options: inout OpaquePointer?
  ) -> String {
    // Unretained: the container is closed before its input goes.
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = openPart
    context.pointee.io_close2 = closePart
    context.pointee.format_whitelist.map { av_free(UnsafeMutableRawPointer(mutating: $0)) }
    context.pointee.format_whitelist = av_strdup(
      "\(MediaFormat.whitelist),\(MediaFormat.segmentedStream.demuxer)")
    // Both reach behind the I/O contexts for libav's own connections.
    av_dict_set(&options, "http_persistent", "0", 0)
    av_dict_set(&options, "http_multiple", "0", 0)
    // A live stream that stands still is over.
    av_dict_set(&options, "max_reload", "8", 0)
    return address.string
  }

  // MARK: What libav asks for

  fileprivate func open(
    _ url: String, _ options: OpaquePointer?
  ) -> UnsafeMutablePointer<AVIOContext>? {
    do throws(MediaError) {
      guard failuresInARow < Self.failureLimit else { throw failure ?? .timedOut }
      let source = try source(url, options)
      guard let context = InputContext(source, isSeekable: false) else { throw .tooLarge }
      opened[context.pointer] = Opened(source: source, context: context)
      failuresInARow = 0
      return context.pointer
    } catch {
      failuresInARow += 1
      failure = error
      return nil
    }
  }

  fileprivate func close(_ context: UnsafeMutablePointer<AVIOContext>) {
    opened[context] = nil
  }

  private func source(
    _ url: String, _ options: OpaquePointer?
  ) throws(MediaError) -> any ByteSource {
    let isEncrypted = url.hasPrefix("crypto+")
    guard let wanted = RemoteAddress(String(url.dropFirst(isEncrypted ? 7 : 0))) else {
      throw .refused(.localized("a stream with parts that are not on the web."))
    }
    if wanted == address || master.lists.contains(wanted) {
      return MemorySource(Array(try load(wanted).text(from: start).utf8))
    }
    let part = Self.part(options)
    let segment = StreamPlaylist.Segment(address: wanted, part: part)
    guard let place = place(of: segment) else {
      throw .refused(.localized("a stream with parts its lists do not name."))
    }
    let next = place.index.flatMap { playlists[place.list]?.segments.dropFirst($0 + 1).first }
    let awaited = upcoming.removeValue(forKey: segment)
    // Pictures and sound may come in pieces of their own; what else is here was skipped.
    if upcoming.count >= Self.mostUpcoming { upcoming = [:] }
    let input = if let awaited { awaited } else { try piece(segment, of: place.list) }
    if let next { upcoming[next] = try? piece(next, of: place.list) }
    if let index = place.index { reading[place.list] = (index, { [weak input] in input }) }
    try input.awaitAnswer()
    guard isEncrypted else { return input }
    guard let key = Self.value("key", options), let start = Self.value("iv", options),
      let source = DecryptingSource(input, key: key, start: start)
    else { throw .damaged }
    return source
  }

  private func load(_ list: RemoteAddress) throws(MediaError) -> StreamPlaylist {
    let request = RemoteFetch.Request(address: list, namedBy: address, isWhole: true)
    let input = try RemoteInput(request, client: client, cancellation: cancellation)
    try input.awaitAnswer()
    let bytes = try input.readAll(limit: StreamPlaylist.largest)
    let playlist = try StreamPlaylist(bytes, at: input.finalAddress, allowsMaster: false)
    playlists[list] = playlist
    return playlist
  }

  private func piece(
    _ segment: StreamPlaylist.Segment, of list: RemoteAddress
  ) throws(MediaError) -> RemoteInput {
    let request = RemoteFetch.Request(
      address: segment.address, namedBy: playlists[list]?.address, part: segment.part,
      isWhole: true)
    return try RemoteInput(request, client: client, cancellation: cancellation)
  }

  /// Where a piece stands: in which list, and the how manieth of those of pictures and sound it is.
  ///
  /// - Returns: `nil` if no list names it; without an index if it is none of pictures and sound.
  private func place(
    of segment: StreamPlaylist.Segment
  ) -> (list: RemoteAddress, index: Int?)? {
    for (list, playlist) in playlists {
      if let index = playlist.segments.firstIndex(of: segment) { return (list, index) }
      if playlist.resources.contains(segment.address) { return (list, nil) }
    }
    return nil
  }

  private static func part(_ options: OpaquePointer?) -> Range<Int64>? {
    guard let end = value("end_offset", options).flatMap({ Int64($0) }), end > 0 else { return nil }
    let start = value("offset", options).flatMap { Int64($0) } ?? 0
    return start >= 0 && start < end ? start..<end : nil
  }

  private static func value(_ name: String, _ options: OpaquePointer?) -> String? {
    av_dict_get(options, name, nil, 0).map { String(cString: $0.pointee.value) }
  }
}

// File-scope functions: closures formed in a main-actor context would trap on libav's threads.
private func openPart(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let opaque = context?.pointee.opaque, let result, let url, flags & AVIO_FLAG_WRITE == 0
  else { return -EPERM }
  let stream = Unmanaged<StreamInput>.fromOpaque(opaque).takeUnretainedValue()
  guard let part = stream.open(String(cString: url), options?.pointee) else {
    return stream.cancellation.shouldStop ? AVStatus.exit : -EIO
  }
  result.pointee = part
  return 0
}

private func closePart(
  _ context: UnsafeMutablePointer<AVFormatContext>?, _ part: UnsafeMutablePointer<AVIOContext>?
) -> Int32 {
  guard let opaque = context?.pointee.opaque, let part else { return 0 }
  Unmanaged<StreamInput>.fromOpaque(opaque).takeUnretainedValue().close(part)
  return 0
}
