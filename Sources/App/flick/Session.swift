import AppFeature
import Clients
import Composable
import Dispatch
import FeedSources
import Files
import Foundation
import Glibc
import Graphics
import LibAV
import Logging
import MediaCore
import Models
import NcursesTerminal
import Network
import Platform
import Playback
import Records
import Settings
import Sound
import TerminalCore
import TerminalUI

/// One run of the program on a terminal: everything live, connected.
@MainActor
final class Session {
  private let engine: PlaybackEngine
  private let thumbnails: ThumbnailPool
  private let terminal: NcursesTerminal
  private let editor: Editor
  private let store: StoreOf<App>
  private let view: AppView
  private let signals = Signals()
  private let frames: MainSignal
  private var quitObservation: ObserveToken?
  /// `nil` if there is no folder for it.
  private let records: RecordStore?
  private let feedClient: FeedClient
  /// Whether an apply could move its clips.
  private let movesFiles: Bool
  private let outputs: Outputs
  private let standardError: Int32
  private let logger: Logger
  private var isEnding = false

  /// How long quitting waits until everything is written, in seconds: usually it takes some
  /// milliseconds, and the terminal is restored before.
  private static let patience = 2.0

  /// How long quitting waits until what the user has decided is saved, in seconds: about ten
  /// thousand clips at once.
  private static let decisionPatience = 20.0

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - isJudged: Whether the feed has no clip to open at, as all have been judged.
  ///   - last: Where it goes on; `nil` if it begins anew.
  /// - Throws: `TerminalError` if there is none, or it cannot show anything.
  init(
    command: FlickCommand, feed opening: FeedOpening, isJudged: Bool, last: LastPlace?,
    records: RecordStore?,
    recordOptions: RecordOptions?, keyMap: KeyMap, note: Toast.Message?, outputs: Outputs,
    environment: [String: String],
    standardError: Int32, logger: Logger
  ) throws {
    self.outputs = outputs
    let applyJob = command.feed.applyJob(recordOptions)
    movesFiles = applyJob?.movesFiles == true
    feedClient = opening.client
    self.standardError = standardError
    self.logger = logger
    self.records = records
    var options = command.screen.options
    options.altKeys = keyMap.altKeys
    let terminal = try NcursesTerminal(
      options: options, environment: environment, recorder: outputs.recording)
    self.terminal = terminal
    // Frames that arrive while one is being drawn are one event.
    let frames = MainSignal()
    self.frames = frames
    let device = command.play.audioDevice
    let isFar = RemoteSound.isFar(environment)
    engine = PlaybackEngine(
      EngineCore(
        opener: WaveformOpener(
          opener: LoggingOpener(
            opener: LibAVOpener(web: WebAccess.source, text: command.play.text), logger: logger)),
        makeSink: { ALSASink(device: device, isFar: isFar) },
        makeSpeedChanger: { SonicSpeedChanger() },
        memoryBudget: command.play.memoryBudget,
        positions: SavedPositions(
          ask: { location, answer in
            guard let records else { return answer(0) }
            records.position(of: location, answer: answer)
          },
          save: { records?.save($0, of: $1) }),
        describe: { DescriptionFile.beside($0) },
        onFrame: { _ in frames.signal() }))
    let (editor, signals) = (Editor(environment: environment), signals)
    self.editor = editor
    let playerClient = PlayerClient.live(core: engine.core)
    thumbnails = ThumbnailPool(
      core: engine.core,
      opener: WaveformOpener(
        opener: LibAVOpener(
          web: WebAccess.source, text: command.play.text, hasSidecars: false, isForPlaying: false)),
      shelf: .files(environment, limit: command.noHistory ? 0 : command.feed.thumbnailBytes),
      threadCount: max(ProcessInfo.processInfo.activeProcessorCount, 1))
    let thumbnailClient = thumbnails.client
    let lend = { @Sendable [weak terminal, signals] (isLent: Bool) async -> Bool in
      if !isLent { await signals.forgetInterrupts() }
      return await (isLent ? terminal?.lend() : terminal?.takeBack()) ?? false
    }
    store = Store(
      initialState: App.State(
        feed: Feed.State(
          first: isJudged ? nil : opening.first, opensAtFirst: opening.opensAtFirst,
          filter: command.feed.filter,
          loopMode: command.play.loop,
          triage: Triage.State(
            isOn: command.feed.triage, tags: command.feed.tags.compactMap(Review.tag),
            markLead: SecondCount(command.feed.markLead)?.seconds ?? 0,
            advance: command.feed.advance),
          view: command.feed.view,
          tilePlay: command.screen.noAnimation
            ? .off : command.play.previewSound ? .heard : .silent,
          excerpts: command.play.excerptState(at: last)
        ),
        sound: RemoteSound.initial(
          isMuted: command.play.mute, volume: command.play.volume, environment: environment),
        controls: Controls.State(isPermanent: command.screen.seekBar == .always),
        note: note)
    ) {
      App()
    } withDependencies: {
      $0.playerClient = playerClient
      $0.thumbnailClient = thumbnailClient
      $0.feedClient = opening.client
      $0.recordClient = records?.client ?? .placeless
      $0.applyClient = .live(applyJob, BatchStore(environment: environment))
      $0.snapshotClient = .live(
        folder: outputs.snapshots, playerClient: playerClient,
        asShown: { [weak terminal] frame in
          guard let screen = await terminal?.capabilities else { return frame }
          return frame.asCells(screen.frameForm, cellAspect: screen.cellAspect)
        },
        encode: { frame throws(MediaError) in try ImageWriter.png.encode(frame) })
      $0.notesClient = .live(decoder: command.play.text, editor: editor, lend: lend)
      $0.machineClient = .live(lend: lend)
      $0.desktopClient = .live(environment: environment) { [weak terminal] text in
        DispatchQueue.main.async { MainActor.assumeIsolated { terminal?.copy(text) } }
      }
    }
    terminal.onMissingOutput = { [logger] output in
      logger.warning("the terminal has no \(output.rawValue) graphics; frames are drawn with cells")
    }
    terminal.onAnswers = { [logger] answers, capabilities in
      logger.info("the terminal answers: \(answers); so it has \(capabilities)")
    }
    logger.info(
      "flick \(Version.current) on \(terminal.size), \(terminal.capabilities)")
    view = AppView(
      store: store, terminal: terminal, playerClient: playerClient, feedClient: opening.client,
      thumbnailClient: thumbnailClient,
      statisticsClient: .live(
        core: engine.core, memory: { ResidentMemory.now },
        server: { WebAccess.machines.statistics(of: $0) }, record: outputs.recordStatistics),
      keyMap: keyMap, formats: LocalFormats(environment: { environment[$0] }),
      isAnimated: !command.screen.noAnimation)
  }

  /// Shows the first screen and starts listening to all events.
  func start() {
    frames.onSignal = { [weak self] in self?.view.frameArrived() }
    signals.onExit = { [weak self] number in
      // Ctrl-C is for the program that has the terminal.
      if [SIGINT, SIGQUIT].contains(number), self?.terminal.isLent == true { return }
      self?.end(
        with: ExitStatus.signal(number),
        because: Signals.unusualName(number).map { localized("killed by signal: %s", $0) })
    }
    signals.onStop = { [weak self] in
      if self?.terminal.isLent == true { JobControl.stop() } else { self?.view.suspend() }
    }
    // A terminal that has gone away also sends SIGHUP, but only to the session's leader.
    view.onClosed = { [weak self] in self?.end(with: ExitStatus.signal(SIGHUP)) }
    quitObservation = store.observe(distinct: \.isLeaving) { [weak self] isLeaving in
      if isLeaving { self?.end(with: ExitStatus.success) }
    }
    view.start()
  }

  /// Releases the terminal, stops the sound, has pending data written, and ends the process.
  private func end(with status: Int32, because reason: String? = nil) {
    guard !isEnding else { return }
    isEnding = true
    terminal.restore()
    editor.hangUp()
    if let reason { report(reason) }
    tellVerdicts()
    // After a signal, the feed does not know yet that it is being left.
    if !store.isLeaving { store.send(.quitTapped) }
    // A frame being saved may still be in the decoder; pausing the clip ends its sound.
    let isSaving = store.savingCount > 0
    thumbnails.shutDown()
    if !isSaving { engine.shutDown() }
    let deadline = HostTime.now + Self.patience
    if let problem = outputs.finish(until: deadline) {
      report(localized("the recording is incomplete: %s", problem))
    }
    Task {
      // On quitting, the feed hands over what it has to write, and reports when it has.
      await wait(until: deadline) { $0.isQuitting }
      if isSaving {
        await wait(until: deadline) { $0.savingCount == 0 }
        if store.savingCount > 0 { report(localized("a screenshot was not saved in time")) }
        engine.shutDown()
      }
      // The engine has saved where the clip was left.
      for problem in records?.close(
        until: HostTime.now + Self.patience,
        orDecisions: HostTime.now + Self.decisionPatience) ?? []
      {
        report(problem)
      }
      WebAccess.machines.close()
      logger.info("ends with status \(status)")
      // Not `exit`: it would destroy the state of libav and its hundred libraries under threads
      // that still run: the feed's, dispatch's, and one of the engine's that is stuck.
      _exit(status)
    }
  }

  /// Waits until a condition on the state holds, or until a host time.
  private func wait(until deadline: Double, for isTrue: @escaping (App.State) -> Bool) async {
    let end = Promise<Void>()
    let observation = store.observe(distinct: isTrue) { if $0 { end.keep(()) } }
    let timer = Task {
      try? await Task.sleep(for: .seconds(deadline - HostTime.now))
      end.keep(())
    }
    await end.value
    timer.cancel()
    withExtendedLifetime(observation) {}
  }

  /// After triage, prints how far it has come.
  private func tellVerdicts() {
    guard store.feed.triage.isOn, isatty(standardError) == 1 else { return }
    let place = feedClient.place(nil, .none)
    guard let verdicts = place.verdicts, verdicts.total > 0 else { return }
    let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
    let (count, total) = (
      formats.count(verdicts.total), formats.count(place.total - place.noticeCount)
    )
    report(
      movesFiles
        ? localized(
          "%1$s of %2$s reviewed; `flick apply` lists the files, and moves them if you say so",
          count, total)
        : localized("%1$s of %2$s reviewed; `flick verdicts` lists them", count, total))
  }

  /// Prints a message below the released screen.
  private func report(_ problem: String) {
    dup2(standardError, STDERR_FILENO)
    Console.report(problem)
  }
}

extension RecordClient {
  /// A client that remembers nothing, as there is no folder to save it in.
  fileprivate static var placeless: RecordClient {
    var client = RecordClient.disabled
    let error = FeedError(
      .notFound, place: .localized("the state folder"),
      detail: .localized("neither XDG_STATE_HOME nor HOME is set"))
    client.setLiked = { _, _ in .failure(error) }
    client.setRotation = { _, _ in .failure(error) }
    client.decide = { _ in .failure(error) }
    return client
  }
}
