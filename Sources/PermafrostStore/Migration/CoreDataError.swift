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

    /// An error of the code.
    package init(code: Int, text: String, reason: String) {
        self.code = code
        self.text = text
        self.reason = reason
    }

    /// One of Core Data's failures of stores and migrations.
    package init(_ failure: CoreDataFailure, reason: String) {
        self.init(code: failure.code, text: failure.text, reason: reason)
    }

    /// The error as Core Data throws it.
    package var error: NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [NSLocalizedDescriptionKey: text, NSLocalizedFailureReasonErrorKey: reason])
    }
}
