import Models

extension MediaFormat {
  /// The formats in the form of libav's `format_whitelist`.
  static let whitelist = all.map(\.demuxer).joined(separator: ",")

  /// Photographs may contain another frame or two: depth, brightness, the other eye's view. From
  /// this many on, a sequence of JPEG frames is a clip.
  static let framesInAClip = 5

  /// Finds the format of a demuxer.
  ///
  /// - Parameter names: A demuxer's comma-separated names, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  init?(demuxerNames names: String) {
    let names = names.split(separator: ",").map(String.init)
    guard let format = (Self.all + [.segmentedStream]).first(where: { names.contains($0.demuxer) })
    else { return nil }
    self = format
  }

  var isStill: Bool { traits.contains(.isStill) }
  var mayHoldOneFrame: Bool { traits.contains(.mayHoldOneFrame) }
  var hasTimes: Bool { !traits.contains(.lacksTimes) }
  var hasPresentationTimes: Bool { hasTimes && !traits.contains(.lacksPresentationTimes) }
}
