import CLibAV
import Glibc
import MediaCore
import Models
import Network

/// An HLS stream: gives libav its rewritten playlists and the segments in them, and nothing else.
final class StreamInput: MediaInput {
  private let address: RemoteAddress
  private let files: RemoteFiles
  private var master: StreamPlaylist
  private var top: MemoryInput?
  /// The parts that libav has open.
  private var opened: [UnsafeMutablePointer<AVIOContext>: MediaInput] = [:]
  private var playlists: [RemoteAddress: StreamPlaylist] = [:]
  /// Whether a playlist came from a public server, by playlist.
  private var isPublic: [RemoteAddress: Bool] = [:]
  /// The segments after those being read, already being fetched.
  private var upcoming: [StreamPlaylist.Segment: RemoteInput] = [:]
  /// The segments that libav requested last, by playlist: their indices, and their input until it
  /// has been read.
  private var reading: [RemoteAddress: (run: Range<Int>, input: () -> RemoteInput?)] = [:]
  /// Consecutive segments that could not be fetched.
  private var failuresInARow = 0

  /// Where the playlists for libav begin, in seconds since the first segment.
  private var start = 0.0

  private static let failureLimit = 3
  private static let maxUpcoming = 2

  /// Reads the first playlist of a stream.
  ///
  /// - Throws: Any error from reading it, `.refused` if it names something that Flick does not
  ///   open.
  init(_ list: RemoteInput, files: RemoteFiles) throws(MediaError) {
    self.files = files
    list.isLasting = false
    let bytes = try list.readAll(limit: StreamPlaylist.largest)
    address = list.finalAddress
    master = try StreamPlaylist(bytes, at: address, .libcurl, allowsMaster: true)
    isPublic[address] = list.isPublic
    playlists[address] = master
    super.init(list.cancellation)
    guard rewind() else { throw .tooLarge }
  }

  override var context: UnsafeMutablePointer<AVIOContext>? { top?.context }

  override var isLive: Bool { !playlists.values.contains(where: \.isEnded) }

  override var reach: Double? {
    // Video and audio may have separate segments.
    reading.compactMap { list, place in
      playlists[list].flatMap { playlist in
        playlist.reach(from: place.run.lowerBound) { index in
          guard place.run.contains(index) else {
            return upcoming[playlist.segments[index]]?.share ?? 0
          }
          return place.input().map { share(of: index, in: place.run, of: playlist, $0) } ?? 1
        }
      }
    }.min()
  }

  override var isFetching: Bool {
    upcoming.values.contains(where: \.isFetching)
      || reading.values.contains { $0.input()?.isFetching ?? false }
  }

  /// libav gets lost when seeking within MP4 fragments, so these are reopened at the position.
  var isSoughtByOpening: Bool { playlists.values.contains { $0.hasSections && $0.isEnded } }

  override func rewind() -> Bool { rewind(to: 0) }

  /// Creates a new I/O context for the playlist from a time on.
  ///
  /// - Parameter start: Seconds since the first segment.
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
    let list = MemoryInput(Array(master.text(from: start).utf8), cancellation: cancellation)
    top = list
    return list.rewind()
  }

  /// Makes a container's context open everything through this stream.
  ///
  /// - Parameter options: Receives the demuxer's settings.
  /// - Returns: The address to open the stream with.
  func prepare(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ options: inout OpaquePointer?
  ) -> String {
    // Unretained: the container is closed before its input is released.
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = openPart
    context.pointee.io_close2 = closePart
    context.pointee.format_whitelist.map { av_free(UnsafeMutableRawPointer(mutating: $0)) }
    context.pointee.format_whitelist = av_strdup(
      "\(MediaFormat.whitelist),\(MediaFormat.segmentedStream.demuxer)")
    // Both would bypass the I/O contexts with libav's own connections.
    av_dict_set(&options, "http_persistent", "0", 0)
    av_dict_set(&options, "http_multiple", "0", 0)
    // A live stream that stops growing has ended.
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
      guard source.open(isSeekable: false), let context = source.context else { throw .tooLarge }
      opened[context] = source
      failuresInARow = 0
      return context
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
  ) throws(MediaError) -> MediaInput {
    let isEncrypted = url.hasPrefix("crypto+")
    guard let wanted = RemoteAddress(String(url.dropFirst(isEncrypted ? 7 : 0))) else {
      throw .refused(.localized("a stream with segments outside the web."))
    }
    if wanted == address || master.lists.contains(wanted) {
      return MemoryInput(
        Array(try load(wanted).text(from: start).utf8), cancellation: cancellation)
    }
    let part = Self.part(options)
    let segment = StreamPlaylist.Segment(address: wanted, part: part)
    guard let place = place(of: segment) else {
      throw .refused(.localized("a stream with segments that its playlists do not list."))
    }
    let next = place.run.flatMap { following($0, in: place.list) }
    let awaited = upcoming.removeValue(forKey: segment)
    // Video and audio may have separate segments; any others here were skipped.
    if upcoming.count >= Self.maxUpcoming { upcoming = [:] }
    let input = if let awaited { awaited } else { piece(segment, of: place.list) }
    if let next { upcoming[next] = piece(next, of: place.list) }
    if let run = place.run { reading[place.list] = (run, { [weak input] in input }) }
    try input.awaitResponse()
    guard isEncrypted else { return input }
    guard let key = Self.value("key", options), let start = Self.value("iv", options),
      let source = DecryptingSource(input, key: key, start: start)
    else { throw .damaged }
    return source
  }

  private func load(_ list: RemoteAddress) throws(MediaError) -> StreamPlaylist {
    var request = RemoteFetch.Request(address: list, isWhole: true, isCompressible: true)
    // The first playlist is the user's own address, or comes from a feed.
    request.address.isNamedByPublic =
      list == address ? address.isNamedByPublic : isPublic[address] ?? true
    let input = RemoteInput(request, files: files, cancellation: cancellation)
    try input.awaitResponse()
    isPublic[list] = input.isPublic
    let bytes = try input.readAll(limit: StreamPlaylist.largest)
    let playlist = try StreamPlaylist(
      bytes, at: input.finalAddress, .libcurl, allowsMaster: false)
    playlists[list] = playlist
    return playlist
  }

  private func piece(_ segment: StreamPlaylist.Segment, of list: RemoteAddress) -> RemoteInput {
    var request = RemoteFetch.Request(
      address: segment.address, part: segment.part, isWhole: true)
    request.address.isNamedByPublic = isPublic[list] ?? true
    return RemoteInput(request, files: files, cancellation: cancellation)
  }

  /// The position of a segment: its playlist, and its index among the media segments.
  ///
  /// - Parameter piece: A segment of a playlist, or several consecutive ones in one file, which
  ///   FFmpeg 9 requests at once.
  /// - Returns: `nil` if no playlist names it; without a run if it is not a media segment.
  private func place(
    of piece: StreamPlaylist.Segment
  ) -> (list: RemoteAddress, run: Range<Int>?)? {
    for (list, playlist) in playlists {
      let first = playlist.segments.firstIndex {
        $0.address == piece.address && $0.part?.lowerBound == piece.part?.lowerBound
      }
      if let first {
        let run = playlist.run(from: first, to: piece.part?.upperBound)
        if playlist.segments[run.upperBound - 1].part?.upperBound == piece.part?.upperBound {
          return (list, run)
        }
      }
      if playlist.resources.contains(piece.address) { return (list, nil) }
    }
    return nil
  }

  /// The segment that libav will request after some others, in the same way.
  private func following(_ run: Range<Int>, in list: RemoteAddress) -> StreamPlaylist.Segment? {
    guard let playlist = playlists[list], playlist.segments.indices.contains(run.upperBound) else {
      return nil
    }
    var next = playlist.segments[run.upperBound]
    if run.count > 1, let part = next.part {
      let following = playlist.run(from: run.upperBound, to: .max)
      let end = playlist.segments[following.upperBound - 1].part?.upperBound ?? part.upperBound
      next.part = part.lowerBound..<end
    }
    return next
  }

  /// The fraction of one segment, from 0 to 1, of several requested at once.
  private func share(
    of index: Int, in run: Range<Int>, of playlist: StreamPlaylist, _ input: RemoteInput
  ) -> Double {
    guard run.count > 1, let part = playlist.segments[index].part,
      let start = playlist.segments[run.lowerBound].part?.lowerBound
    else { return input.share }
    let here = input.bytesHere - (part.lowerBound - start)
    return Double(min(max(here, 0), Int64(part.count))) / Double(part.count)
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
