import Foundation
import Permafrost
import PermafrostModel

/// A recorder of a migration's position in a file, so that a waiting process can report where the migration's process
/// ended.
struct MigrationPosition: Sendable {
    /// The recorder of the migrations in the current task; nil if no process waits for them.
    @TaskLocal static var current: MigrationPosition?

    private let url: URL
    /// The position that was recorded last.
    private let last = Locked("")

    /// Creates a recorder that writes to a file next to the process's result.
    init(besides answer: String) { url = Self.url(besides: answer) }

    /// Records the stage, and the operation or hook, of a migration's progress. A position that can't be written is
    /// missing in the report.
    func record(_ progress: MigrationProgress) {
        var place = progress
        place.rows = 0
        let text = InterruptionRun.place(place)
        guard
            last.withLock({ last in
                defer { last = text }
                return last != text
            })
        else { return }
        try? Data(text.utf8).write(to: url)
    }

    /// Returns the last position that a process recorded; nil if there is none.
    static func read(at answer: String) -> String? {
        (try? Data(contentsOf: url(besides: answer))).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func url(besides answer: String) -> URL { URL(fileURLWithPath: answer + ".position") }
}
