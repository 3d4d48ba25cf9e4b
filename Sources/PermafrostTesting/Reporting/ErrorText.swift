import Foundation
import Permafrost
import PermafrostStore

/// The description of an error and its underlying errors. SwiftData's own error has few details. The others are in Core
/// Data's underlying error.
struct ErrorText {
    /// The descriptions of the error and at most three underlying errors, separated by colons, without a period at the
    /// end.
    let text: String

    init(_ error: any Error) {
        var texts: [String] = []
        var next: (any Error)? = error
        while let current = next, texts.count < 4 {
            let text = Self.message(current)
            if !texts.contains(where: { $0.contains(text) }) { texts.append(text) }
            next = (current as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        }
        let joined = texts.joined(separator: ": ")
        text = joined.hasSuffix(".") ? String(joined.dropLast()) : joined
    }

    private static func message(_ error: any Error) -> String {
        // The descriptions of Permafrost's own errors are complete. Foundation's descriptions are meant for debugging.
        switch error {
        case let error as any WordedError: return error.description
        case let error as StoreError: return error.description
        default: break
        }
        let error = error as NSError
        let reason = error.localizedFailureReason.map { " \($0)" } ?? ""
        let code = error.domain == NSCocoaErrorDomain ? " (\(error.code))" : ""
        return error.localizedDescription + reason + code
    }
}

extension FixtureError: WordedError {}
