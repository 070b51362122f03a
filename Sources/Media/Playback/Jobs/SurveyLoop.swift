import MediaCore
import Models
import Platform

/// Finds out what is asked about clips as a whole, one per step.
package final class SurveyLoop {
  private typealias Known = (version: FileVersion?, outcome: SurveyQueue.Outcome)

  private let core: EngineCore
  /// What was found of the latest clips: their users ask again with every key.
  private var known = RecencyCache<Survey, Known>(countLimit: 16)
  /// The events that are not all found yet.
  private var growing: Growing?

  /// Events that are still being looked for after the first answer.
  private struct Growing {
    let survey: Survey
    let version: FileVersion?
    var finder: EventFinder
    let cancellation: CancellationToken
    /// Until which host time, in seconds.
    let end: Double
  }

  /// How long one clip may take, in seconds.
  private static let patience = 2.0
  /// The same on a web server.
  private static let remotePatience = 10.0
  /// How long its frames are looked at for events.
  private static let lookTime = 1.6
  /// How long it goes on after the first answer, and for how long at a time, in seconds.
  private static let (growingTime, growingStep) = (8.0, 0.2)

  package init(core: EngineCore) {
    self.core = core
  }

  /// Surveys one clip, if any is asked about.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    guard let survey = core.surveys.take()?.request else { return lookOn() }
    let version = core.fileVersion(survey.location)
    if let answer = known[survey], answer.version == version,
      version != nil || survey.location.isRemote
    {
      core.surveys.finish(answer.outcome)
      return now
    }
    growing = nil
    let cancellation = CancellationToken(hostTime: core.hostTime)
    core.surveys.use(
      cancellation,
      until: core.hostTime()
        + (survey.location.isRemote ? Self.remotePatience : Self.patience))
    let outcome = outcome(of: survey, version, cancellation)
    if case .success = outcome { known.use(survey, (version, outcome)) }
    core.surveys.finish(outcome)
    return now
  }

  /// Looks for more events while the user watches what was found.
  private func lookOn() -> Double {
    guard var growing = growing.take() else { return .infinity }
    growing.cancellation.setDeadline(core.hostTime() + Self.patience)
    growing.finder.lookTime = Self.growingStep
    guard growing.version == core.fileVersion(growing.survey.location),
      let events = try? growing.finder.events()
    else { return .infinity }
    known.use(growing.survey, (growing.version, .success(.events(events))))
    guard !growing.finder.isDone, core.hostTime() < growing.end else { return .infinity }
    self.growing = growing
    return core.hostTime()
  }

  private func outcome(
    of survey: Survey, _ version: FileVersion?, _ cancellation: CancellationToken
  ) -> SurveyQueue.Outcome {
    do throws(MediaError) {
      let source = try core.opener.open(survey.location, cancellation: cancellation)
      switch survey.question {
      case .excerpts(let request):
        let finder = ExcerptFinder(
          in: source, describedBy: core.describe(survey.location), request, hostTime: core.hostTime)
        return Result { () throws(ExcerptError) in .excerpts(try finder.find()) }
      case .events:
        var finder = EventFinder(
          in: source, lookTime: Self.lookTime, hostTime: core.hostTime)
        let events = try finder.events()
        // A server is not to be asked for what nobody may want.
        if !finder.isDone, version != nil {
          growing = Growing(
            survey: survey, version: version, finder: finder, cancellation: cancellation,
            end: core.hostTime() + Self.growingTime)
        }
        return .success(.events(events))
      }
    } catch {
      return .failure(.unreadable(error))
    }
  }
}
