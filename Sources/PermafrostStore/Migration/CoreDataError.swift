import Foundation
import PermafrostModel

/// An error that Core Data would give, with its code in `NSCocoaErrorDomain`. Where a migration fails it says which value
/// or type stood against it.
package struct CoreDataError: Error, Sendable, Hashable {
    /// Core Data's code, such as 134110.
    package var code: Int
    /// Core Data's message.
    package var text: String
    /// What exactly stood against it.
    package var reason: String
    /// SQLite's result code, if it was SQLite that failed.
    package var sqliteCode: Int32?

    /// An error of the code.
    package init(code: Int, text: String, reason: String, sqliteCode: Int32? = nil) {
        self.sqliteCode = sqliteCode
        self.code = code
        self.text = text
        self.reason = reason
    }

    /// One of Core Data's failures of stores and migrations.
    package init(_ failure: CoreDataFailure, reason: String) {
        self.init(code: failure.code, text: failure.text, reason: reason)
    }

    /// Core Data's key of SQLite's result code, which it calls `NSSQLiteErrorDomain`.
    package static let sqliteKey = "NSSQLiteErrorDomain"

    /// The error as Core Data throws it.
    package var error: NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: text, NSLocalizedFailureReasonErrorKey: reason]
        info[Self.sqliteKey] = sqliteCode.map { Int($0) }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}
