import Foundation
import PermafrostFiles

extension MigrationError: LocalizedError, CustomStringConvertible {
    /// What happened, where, and what to do next, as one paragraph.
    public var errorDescription: String? { description }

    /// What happened, where, and what to do next, as one paragraph. Control characters of names, paths and other errors are
    /// shown escaped.
    public var description: String {
        var sentences = [MigrationCauseWording(cause: cause).what]
        if let place { sentences[0] = "\(place): \(sentences[0])" }
        if let reason { sentences.append(reason) }
        if isRolledBack { sentences.append("The store is as it was before.") }
        if let backup { sentences.append("The backup is \(backup.path).") }
        if let next = MigrationCauseWording(cause: cause).next { sentences.append(next) }
        return sentences.joined(separator: " ").visible
    }

    /// Stage, operation and property, as far as they are known.
    private var place: String? {
        let parts = [storeURL?.lastPathComponent, stage.map { "stage \($0)" }, operation, property].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var reason: String? {
        guard let underlying else { return nil }
        let error = underlying as NSError
        let below = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let texts = [error, below].compactMap { $0 }.flatMap {
            [$0.localizedDescription, $0.localizedFailureReason].compactMap { $0 }
        }
        var told: [String] = []
        for text in texts where !text.isEmpty && !told.contains(text) { told.append(text) }
        let code = coreDataCode.map { " (\($0))" } ?? ""
        return told.joined(separator: " ") + code
    }
}
