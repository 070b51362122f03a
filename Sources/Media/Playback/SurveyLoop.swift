import MediaCore
import Models
import Platform

/// Finds out what is asked about clips as a whole, one per step.
package final class SurveyLoop {
  private typealias Known = (version: FileVersion?, outcome: SurveyQueue.Outcome)

  private let core: EngineCore
  /// What was found of the latest clips: their users ask again with every key.
  private var known = RecencyCache<Key, Known>(countLimit: 16)

  private struct Key: Hashable {
    var location: MediaLocation
    var question: SurveyQueue.Question
  }

  /// How long one clip may take, in seconds.
  private static let patience = 2.0
  /// The same on a web server.
  private static let remotePatience = 10.0

  package init(core: EngineCore) {
    self.core = core
  }

  /// Surveys one clip, if any is asked about.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    let cancellation = CancellationToken(hostTime: core.hostTime)
    guard let job = core.surveys.take(cancellation) else { return .infinity }
    let key = Key(location: job.location, question: job.question)
    let version = core.fileVersion(job.location)
    let isLocal = if case .file = job.location { true } else { false }
    if let answer = known[key], answer.version == version, version != nil || !isLocal {
      core.surveys.finish(answer.outcome)
      return now
    }
    cancellation.setDeadline(
      core.hostTime() + (isLocal ? Self.patience : Self.remotePatience))
    let outcome = survey(job, cancellation)
    if case .success = outcome { known.use(key, (version, outcome)) }
    core.surveys.finish(outcome)
    return now
  }

  private func survey(
    _ job: SurveyQueue.Job, _ cancellation: CancellationToken
  ) -> SurveyQueue.Outcome {
    do throws(MediaError) {
      let source = try core.opener.open(job.location, cancellation: cancellation)
      switch job.question {
      case .excerpts(let request):
        let finder = ExcerptFinder(
          in: source, describedBy: core.describe(job.location), request, hostTime: core.hostTime)
        return Result { () throws(ExcerptError) in .excerpts(try finder.find()) }
      case .events:
        return .success(.events(try source.activity().map(ExcerptPlan.events) ?? []))
      }
    } catch {
      return .failure(.unreadable(error))
    }
  }
}
