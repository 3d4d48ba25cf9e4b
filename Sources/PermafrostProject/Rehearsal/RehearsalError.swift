import PermafrostDeclarations
import PermafrostModel

/// Why a migration cannot be rehearsed here: facts, which the command line words.
package enum RehearsalError: Error, Sendable, Hashable {
    /// A stage that needs code of the app or of Apple's framework.
    package struct Stage: Sendable, Hashable {
        /// The version that it leads from, by its name.
        package let from: String
        /// The version that it leads to.
        package let to: String
        /// Where it is declared.
        package let location: SourceLocation
    }

    /// Custom stages are on the way: their code is Swift's.
    case customStages([Stage])
    /// Mapping models are on the way: Core Data alone runs them.
    case mappingModels([Stage])
    /// The store cannot be copied.
    case copyFailed(path: String, reason: String)
}
