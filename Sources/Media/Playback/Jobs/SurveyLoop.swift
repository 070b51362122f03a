import MediaCore
import Models
import Platform

/// Finds out what is asked about clips as a whole, one per step.
package final class SurveyLoop {
  private typealias Known = (version: FileVersion?, outcome: SurveyQueue.Outcome)

  private let core: EngineCore
  /// What was found of the latest clips: their users ask again with every key.
  private var known = RecencyCache<Survey, Known>(countLimit: 16)

  /// How long one clip may take, in seconds.
  private static let patience = 2.0
  /// How long its frames are looked at for events.
  private static let lookTime = 1.6
  /// The same on a web server.
  private static let remotePatience = 10.0

  package init(core: EngineCore) {
    self.core = core
  }

  /// Surveys one clip, if any is asked about.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    guard let survey = core.surveys.take()?.request else { return .infinity }
    let version = core.fileVersion(survey.location)
    let isLocal = if case .file = survey.location { true } else { false }
    if let answer = known[survey], answer.version == version, version != nil || !isLocal {
      core.surveys.finish(answer.outcome)
      return now
    }
    let cancellation = CancellationToken(hostTime: core.hostTime)
    core.surveys.use(
      cancellation, until: core.hostTime() + (isLocal ? Self.patience : Self.remotePatience))
    let outcome = outcome(of: survey, cancellation)
    if case .success = outcome { known.use(survey, (version, outcome)) }
    core.surveys.finish(outcome)
    return now
  }

  private func outcome(
    of survey: Survey, _ cancellation: CancellationToken
  ) -> SurveyQueue.Outcome {
    do throws(MediaError) {
      let source = try core.opener.open(survey.location, cancellation: cancellation)
      switch survey.question {
      case .excerpts(let request):
        let finder = ExcerptFinder(
          in: source, describedBy: core.describe(survey.location), request, hostTime: core.hostTime)
        return Result { () throws(ExcerptError) in .excerpts(try finder.find()) }
      case .events:
        let finder = EventFinder(
          in: source, lookTime: Self.lookTime, hostTime: core.hostTime)
        return .success(.events(try finder.events()))
      }
    } catch {
      return .failure(.unreadable(error))
    }
  }
}
