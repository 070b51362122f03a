import FeedCore
import Models

extension StatisticsSample {
  /// The sample as docs/statistics.md describes it: times in milliseconds unless their name says
  /// otherwise, sizes in bytes. Unknown values are left out.
  package var json: JSONOutput {
    .members([
      "time": .decimal(date),
      "clip": clip?.json,
      "screen": .members(["columns": .integer(columns), "rows": .integer(rows)]),
      "pictures": .members([
        "made": .integer(frames.made), "shown": .integer(shown),
        "shown_per_second": .decimal(shownPerSecond), "late": .integer(frames.late),
        "link": .integer(droppedByLink), "unasked": .integer(frames.unasked),
      ]),
      "offset": frames.offset.map(Self.milliseconds),
      "lead": Self.milliseconds(frames.lead),
      "swipes": .members([
        "count": .integer(swipes.count), "last": swipes.last.map(Self.milliseconds),
        "median": swipes.median.map(Self.milliseconds),
      ]),
      "link": link.json,
      "server": server?.json,
      "memory": memory.map { .integer($0) },
      "window": .array(neighbours.map(\.json)),
    ])
  }

  fileprivate static func milliseconds(_ seconds: Double) -> JSONOutput {
    .decimal(seconds * 1_000)
  }
}

extension StatisticsSample.ClipFacts {
  fileprivate var json: JSONOutput {
    .members([
      "title": .string(Self.cut(title.string)),
      "position": .decimal(time.position),
      "duration": (time.duration ?? details?.duration).map { .decimal($0) },
      "container": details.map { .string(Self.cut($0.container.string)) },
      "bytes": (details?.byteCount).map { .integer($0) },
      "bit_rate": (details?.bitRate).map { .integer($0) },
      "width": (details?.displaySize).map { .integer($0.width) },
      "height": (details?.displaySize).map { .integer($0.height) },
      "frame_rate": (details?.frameRate).map { .decimal($0) },
      "picture": details.map { .string(Self.cut($0.videoCodec.string)) },
      "sound": details.map { .string(Self.cut($0.soundFormat.string)) },
    ])
  }

  /// A pipe takes 4096 bytes atomically; a character takes twelve at most.
  private static func cut(_ text: String) -> String { String(text.unicodeScalars.prefix(60)) }
}

extension StatisticsSample.Neighbour {
  fileprivate var json: JSONOutput {
    .members(["place": .integer(distance), "stage": .string(stage?.name ?? "failed")])
  }
}

extension LinkStatistics {
  fileprivate var json: JSONOutput {
    .members([
      "frames": .integer(frames), "bytes": .integer(bytes),
      "frames_per_second": .decimal(framesPerSecond), "bytes_per_second": .decimal(bytesPerSecond),
      "bytes_per_frame": bytesPerFrame.map { .decimal($0) },
      "frames_in_flight": .integer(framesInFlight), "bytes_in_flight": .integer(bytesInFlight),
      "acknowledges": isAcknowledging.map { .bool($0) },
      "round_trip": roundTrip.map(StatisticsSample.milliseconds),
      "queueing": StatisticsSample.milliseconds(queueingDelay),
      "rate": rate.map { .decimal($0) },
      "tolerance": .decimal(tolerance), "frame_tolerance": .decimal(frameTolerance),
      "frame_limit": byteLimit.map { .integer($0) },
    ])
  }
}

extension ServerStatistics {
  fileprivate var json: JSONOutput {
    .members([
      "round_trip": roundTrip.map(StatisticsSample.milliseconds),
      "rate": rate.map { .decimal($0) },
      "bytes_in_flight": .integer(bytesUnderWay),
    ])
  }
}

extension PreloadStage {
  fileprivate var name: String {
    switch self {
    case .closed: "closed"
    case .probed: "known"
    case .poster: "poster"
    case .opened: "open"
    case .ready: "ready"
    }
  }
}
