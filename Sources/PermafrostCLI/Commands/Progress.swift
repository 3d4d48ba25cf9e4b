import Foundation
import PermafrostModel

/// Tells, after a second, what a command is busy with, so that a long one does not look stuck.
final class Progress: Sendable {
    private let isEnded = Locked(false)

    init(_ work: String, output: Output) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self, !self.isEnded.withLock({ $0 }) else { return }
            output.note("permafrost: \(work)…")
        }
    }

    func end() { isEnded.withLock { $0 = true } }
}
