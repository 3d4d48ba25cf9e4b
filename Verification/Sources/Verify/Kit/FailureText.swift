import Foundation

/// An error in words that are the same on every machine: Core Data's code where there is one, else the error's text.
enum FailureText {
    /// What a step found that threw an error.
    ///
    /// - Parameter log: what the process wrote to its standard error. Apple's `SwiftDataError` carries no code, but Core
    ///   Data logs the error beneath it.
    static func outcome(_ description: String, codes: [Int], log: String) -> String {
        if let code = codes.first ?? Self.codes(in: log).first { return "refused with \(code)" }
        return "refused: \(description)"
    }

    /// The codes of Core Data in an error and those beneath it, outermost last.
    static func codes(of error: any Error) -> [Int] {
        var codes: [Int] = []
        var next: NSError? = error as NSError
        while let error = next, codes.count < 8 {
            if error.domain == NSCocoaErrorDomain { codes.insert(error.code, at: 0) }
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return codes.isEmpty ? self.codes(in: String(reflecting: error)) : codes
    }

    /// The codes from 134000 to 134999 that a text mentions, in order and once each.
    static func codes(in text: String) -> [Int] {
        text.split { !$0.isASCII || !$0.isNumber }
            .compactMap { $0.count == 6 && $0.hasPrefix("134") ? Int($0) : nil }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The kind of an error, without what differs from run to run: `SwiftDataError.loadIssueModelContainer`.
    static func kind(of error: any Error) -> String {
        let text = String(reflecting: error)
        for kind in swiftDataErrors where text.contains(kind) { return "SwiftDataError.\(kind)" }
        return String(describing: type(of: error))
    }

    private static let swiftDataErrors = [
        "backwardMigration", "configurationFileNameContainsInvalidCharacters", "configurationFileNameTooLong",
        "configurationSchemaNotFoundInContainerSchema", "duplicateConfiguration", "historyTokenExpired",
        "includePendingChangesWithBatchSize", "invalidTransactionFetchRequest", "loadIssueModelContainer",
        "missingModelContext", "modelValidationFailure", "sortingPendingChangesWithIdentifiers",
        "unknownDataStoreSchema", "unknownSchema", "unsupportedKeyPath", "unsupportedPredicate",
        "unsupportedSortDescriptor",
    ]

    /// Why a process ended that gave no answer: the reason of an exception, the message of a trap, or the signal.
    static func ending(signal: Int32?, status: Int32, log: String) -> String {
        let lines = log.split(whereSeparator: \.isNewline).map(String.init)
        if let line = lines.last(where: { $0.contains("reason: '") }),
            let reason = line.components(separatedBy: "reason: '").last?.components(separatedBy: "'").first
        {
            return "ends the process: \(reason)"
        }
        if let line = lines.last(where: { $0.contains("Fatal error") }),
            let message = line.components(separatedBy: "Fatal error").last
        {
            let text = message.trimmingCharacters(in: CharacterSet(charactersIn: ": "))
            return "ends the process: \(text.isEmpty ? "a fatal error" : text)"
        }
        return "ends the process: " + (signal.map { "signal \($0)" } ?? "exit status \(status)")
    }
}
