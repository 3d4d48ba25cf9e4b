import Foundation
import PermafrostModel

/// An error with the code and message of a Core Data error in `NSCocoaErrorDomain`, and a description of the specific
/// cause.
package struct CoreDataError: Error, Sendable, Hashable {
    /// Core Data's code, such as 134110.
    package var code: Int
    /// Core Data's message.
    package var text: String
    /// A description of the specific cause.
    package var reason: String
    /// SQLite's result code, or nil if SQLite didn't fail.
    package var sqliteCode: Int32?

    package init(code: Int, text: String, reason: String, sqliteCode: Int32? = nil) {
        self.sqliteCode = sqliteCode
        self.code = code
        self.text = text
        self.reason = reason
    }

    package init(_ failure: CoreDataFailure, reason: String) {
        self.init(code: failure.code, text: failure.text, reason: reason)
    }

    /// The user info key for SQLite's result code in a Core Data error.
    package static let sqliteKey = "NSSQLiteErrorDomain"

    /// The error as an `NSError` with Core Data's domain and code. Its user info contains the message, the reason, and
    /// SQLite's result code, if any.
    package var error: NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: text, NSLocalizedFailureReasonErrorKey: reason]
        info[Self.sqliteKey] = sqliteCode.map { Int($0) }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}

extension CoreDataError: CustomStringConvertible {
    package var description: String { "\(text) (\(code)): \(reason)" }
}
