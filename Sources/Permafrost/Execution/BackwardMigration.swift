import Foundation
import PermafrostStore
import SwiftData

/// A store of a later version than the one that it is opened with, which no stage of the plan leads back to.
struct BackwardMigration {
    private static let code = 134_506

    let error: MigrationError

    /// Looks whether this is why a store could not be opened; nil where it is not.
    ///
    /// SwiftData tells such a store from one of an unknown version only where the plan lists both versions. What a store says of
    /// its version is a hint, which is good enough for a store that was refused.
    init?(_ failure: any Error, schema: Schema, configurations: [ModelConfiguration]) {
        guard
            let configuration = configurations.first(where: { !$0.isStoredInMemoryOnly }),
            let metadata = try? StoreReader(path: configuration.url.path).metadata(),
            let found = metadata.versionIdentifiers.compactMap(Self.version).max(), found > schema.version
        else { return nil }
        let opening = MigrationError(.openingFailed, underlying: failure)
        let refusal = NSError(
            domain: NSCocoaErrorDomain, code: Self.code,
            userInfo: [
                NSLocalizedDescriptionKey: "A store file cannot be migrated backwards with staged migration.",
                NSUnderlyingErrorKey: failure as NSError,
            ])
        error = MigrationError(
            .newerStore(store: "\(found)", wanted: "\(schema.version)"), storeURL: configuration.url,
            underlying: opening.coreDataCode == Self.code ? failure : refusal)
    }

    private static func version(_ text: String) -> Schema.Version? {
        let numbers = text.split(separator: ".").map { Int($0) }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
            return nil
        }
        return Schema.Version(major, minor, patch)
    }
}
