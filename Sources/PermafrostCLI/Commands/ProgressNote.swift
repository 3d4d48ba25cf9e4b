import Foundation
import PermafrostModel

/// A message about work in progress. It appears if the work takes more than one second, so that the command doesn't
/// seem to hang.
final class ProgressNote: Sendable {
    private let isEnded = Locked(false)

    init(_ work: String, output: Output) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self, !self.isEnded.withLock({ $0 }) else { return }
            output.note("permafrost: \(work)…")
        }
    }

    func end() { isEnded.withLock { $0 = true } }
}
