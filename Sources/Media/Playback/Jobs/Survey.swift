import Models

/// What is asked about a clip as a whole.
struct Survey: Hashable {
  enum Question: Hashable {
    case excerpts(ExcerptRequest)
    /// Where something happens.
    case events
  }

  enum Answer: Hashable {
    case excerpts([TimeSpan])
    case events(ClipEvents)

    var excerpts: [TimeSpan] { if case .excerpts(let spans) = self { spans } else { [] } }
    var events: ClipEvents { if case .events(let events) = self { events } else { ClipEvents() } }
  }

  var location: MediaLocation
  var question: Question
}

typealias SurveyQueue = JobQueue<Survey, Survey.Answer, ExcerptError>

extension SurveyQueue {
  /// - Parameter hostTime: The clock of deadlines.
  static func surveys(hostTime: @escaping @Sendable () -> Double) -> SurveyQueue {
    // A window of the feed has fewer pages; a user waits for events.
    SurveyQueue(
      Rules(
        limit: 300, cancelled: .unreadable(.cancelled), isUrgent: { $0.question == .events }),
      hostTime: hostTime)
  }
}
