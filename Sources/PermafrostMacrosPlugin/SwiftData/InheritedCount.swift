import SwiftSyntax

/// The static member that contains the number of properties that a model class inherits.
enum InheritedCount {
    static let name = "_$inheritedCount"
}
