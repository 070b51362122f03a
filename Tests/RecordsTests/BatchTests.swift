import Models
import TestSupport
import Testing

@testable import Records

/// What an apply does is saved, and read again as it was.
@Suite struct BatchTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func step(
    _ source: String, to target: String? = nil, on machine: String? = nil, clip: Int = 0
  ) -> FileStep {
    FileStep(
      target == nil ? .delete : .trash, clip: clip, on: machine.flatMap { RemoteAddress($0) },
      FilePath(source), to: target.map { FilePath($0) },
      version: FileVersion(modified: FileDate(seconds: 1_700_000_000), size: 7), state: .done)
  }

  @Test func stepsAreReadAsTheyWereSaved() throws {
    var steps = [step("/srv/a.mp4", to: "/trash/a b.mp4"), step("/srv/ü%20.mp4", clip: 1)]
    for machine in ["sftp://nas/", "sftp://ada@nas:2222/", "sftp://[::1]:22/"] {
      for path in [
        "/srv/a.mp4", "/~/a.mp4", "/~", "/~x", "/a?b#c%20.mp4", "/two words\n", "/\u{1}", "/~/~/~",
      ] {
        steps.append(step(path, to: "\(path)/.rejected/x", on: machine, clip: steps.count))
        steps.append(step(path, on: machine, clip: steps.count))
      }
      steps.append(
        FileStep(
          .move, clip: 99, on: RemoteAddress(machine), FilePath(bytes: [0x2F, 0xFF, 0xFE]),
          to: FilePath(bytes: [0x2F, 0x80]), version: steps[0].version))
    }
    let batch = FileBatch(id: 5, state: .applying, steps: steps)
    try RecordStore.save(batch, in: scratch.folder)
    #expect(try RecordStore.lastBatch(isUnfinished: true, in: scratch.folder) == batch)
  }

  /// More than are read at once.
  @Test func manyStepsAreRead() throws {
    let steps = (0...10_000).map { step("/srv/\($0).mp4", clip: $0) }
    let batch = FileBatch(id: 5, state: .applying, steps: steps)
    try RecordStore.save(batch, in: scratch.folder)
    #expect(try RecordStore.lastBatch(isUnfinished: true, in: scratch.folder) == batch)
  }

  @Test(arguments: [
    "https://nas/srv/a.mp4", "sftp://nas/~/a.mp4", "sftp://nas/srv/../a.mp4", "sftp://nas/",
    "sftp://nas/srv//a.mp4", "sftp://-o/a.mp4", "sftp://pi/srv/a.mp4", "file:///srv/a.mp4", "a.mp4",
  ])
  func placesThatWereNotSavedAreNotRead(_ location: String) throws {
    let batch = FileBatch(id: 5, steps: [step("/srv/a.mp4", to: "/srv/x", on: "sftp://nas/")])
    for column in ["source", "target"] {
      try RecordStore.save(batch, in: scratch.folder)
      try RecordDatabase(scratch.options).perform(.write) { records in
        try records.run("UPDATE step SET \(column) = '\(location)'")
      }
      #expect(throws: FileError.self) {
        try RecordStore.lastBatch(isUnfinished: true, in: scratch.folder)
      }
    }
  }
}
