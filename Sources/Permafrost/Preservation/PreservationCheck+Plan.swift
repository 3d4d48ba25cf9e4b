import Foundation
import PermafrostStore
import SwiftData

/// What a migration did to the data of a store: see ``DryRunReport``.
public typealias PreservationReport = PermafrostStore.PreservationReport
/// Something that a migration changes on purpose, with the reason.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension PreservationCheck {
    /// The check of a migration along the versions of a plan.
    ///
    /// - Parameters:
    ///   - before: the store as it was.
    ///   - after: the migrated store.
    ///   - destination: the version that it was brought to.
    ///   - versions: the plan's versions up to that one; empty for inference alone.
    /// - Throws: `StoreError` where a store cannot be read, SwiftData's error where no container can be made of a version
    ///   between.
    package init(
        before: URL, after: URL, destination: any VersionedSchema.Type, versions: [any VersionedSchema.Type],
        expecting changes: [ExpectedChange], subject: String
    ) throws {
        let old = try ComparedStore(path: before.path)
        let new = try ComparedStore(path: after.path)
        let between = try Self.versions(between: old.versionHashes, and: versions)
        self.init(
            before: old, after: new, between: between.map(\.model),
            defaults: DeclaredDefaults(
                versions: [DeclaredDefaults.Version(destination, model: new.model)] + between),
            expecting: changes, subject: subject)
    }

    /// The versions between the store's and the last one, oldest first.
    private static func versions(
        between hashes: [String: [UInt8]], and plan: [any VersionedSchema.Type]
    ) throws -> [DeclaredDefaults.Version] {
        var versions: [DeclaredDefaults.Version] = []
        for version in plan.dropLast().reversed() {
            let identity = try VersionIdentity.of(version)
            if identity.model.model(matching: hashes) != nil { return versions.reversed() }
            versions.append(DeclaredDefaults.Version(version, model: identity.model))
        }
        // The store is of none of the plan's versions: inference brought it here at once.
        return []
    }
}
