import Foundation

/// Descriptions of errors that are the same on every machine: Core Data's code if there is one, or else the error's
/// text.
enum FailureText {
    /// Returns the outcome of a step that threw an error.
    ///
    /// - Parameter log: the standard error of the process. Apple's `SwiftDataError` contains no code, but Core Data
    ///   logs the underlying error.
    static func outcome(_ description: String, codes: [Int], log: String) -> String {
        if let code = codes.first ?? Self.codes(in: log).first { return "refused with \(code)" }
        return "refused: \(description)"
    }

    /// Returns the codes of Core Data in an error and its underlying errors, outermost last. If there are none, returns
    /// the codes in the error's text.
    static func codes(of error: any Error) -> [Int] {
        var codes: [Int] = []
        var next: NSError? = error as NSError
        while let error = next, codes.count < 8 {
            if error.domain == NSCocoaErrorDomain { codes.insert(error.code, at: 0) }
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return codes.isEmpty ? self.codes(in: String(reflecting: error)) : codes
    }

    /// Returns the codes from 134000 to 134999 in a text, in order and without duplicates.
    static func codes(in text: String) -> [Int] {
        text.split { !$0.isASCII || !$0.isNumber }
            .compactMap { $0.count == 6 && $0.hasPrefix("134") ? Int($0) : nil }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the kind of an error, without parts that differ between runs: `SwiftDataError.loadIssueModelContainer`.
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

    /// Returns the reason a process ended without an answer: the reason of an exception, the message of a trap, or the
    /// signal.
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
