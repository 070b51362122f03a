import Models
import Platform

/// File systems count time in steps of up to two seconds: in a folder that has changed within the last
/// one, the next change may bring the same date.
private let step = 2.0

extension FileStatus {
  /// Whether whatever comes or goes next in a folder will change its date: as long as that is the same, nothing has.
  var isResting: Bool { modified.sinceEpoch < WallClock.now - step }
}
