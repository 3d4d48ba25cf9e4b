import Foundation
import Permafrost
import PermafrostStore

/// An error in words, with the one below it: SwiftData's own says little where Core Data's says all.
struct ErrorText {
    /// The words, without a full stop at the end.
    let text: String

    init(_ error: any Error) {
        var texts: [String] = []
        var next: (any Error)? = error
        while let current = next, texts.count < 4 {
            let text = Self.words(current)
            if !texts.contains(where: { $0.contains(text) }) { texts.append(text) }
            next = (current as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        }
        text = texts.joined(separator: ": ")
    }

    private static func words(_ error: any Error) -> String {
        // Permafrost's own errors word themselves; a description of Foundation's is for debugging.
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

/// An error of this library, whose description says what is wrong and what to do next.
private protocol WordedError: Error, CustomStringConvertible {}

extension FixtureError: WordedError {}

extension MigrationTestError: WordedError {
    /// The problem, and what to do next.
    public var description: String {
        switch self {
        case .versionNotInPlan(let version, let plan, let listed):
            """
            \(plan) does not list \(version), only \(listed.joined(separator: ", ")). A version that shipped stays in the \
            plan: add it to schemas, with a stage that leads there
            """
        case .noVersions: "there is no version to migrate to: the list is empty"
        case .failed(let from, let to, let reason):
            """
            the store of \(from) does not migrate to \(to): \(reason). Every user whose store is at \(from) meets this \
            when the app opens it
            """
        }
    }
}

extension SnapshotError: WordedError {
    /// The problem.
    public var description: String {
        switch self {
        case .unsafeName(let name): "\"\(name)\" cannot be the name of a snapshot: it is empty, or no file's name"
        case .file(let path, let reason): "the snapshot \(path) cannot be read or written: \(reason)"
        }
    }
}

extension ObservationError: WordedError {
    /// The problem, and what to do next.
    public var description: String {
        switch self {
        case .nothingToCapture(let type):
            "\(type) has no stored property to compare: make it CapturableObservable, and say what its state is"
        case .unreadableMetadata(let type):
            "SwiftData's metadata of \(type) does not show the class's properties: make it CapturableObservable, and say "
                + "what its state is"
        }
    }
}
