import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The differences between a store and the version that the app declares for it.
///
/// Call ``detectDrift(declared:at:)`` to find out why SwiftData doesn't open a store.
///
/// If ``isRecognised`` is false, SwiftData opens the store only with a migration. If ``isRecognised`` is true and there
/// are ``changes``, SwiftData opens the store although the store differs from the declaration.
public struct StoreDiff: Sendable, Hashable {
    /// The URL of the store's file.
    public let storeURL: URL
    /// The declared version.
    public let declared: SchemaDiff.Version
    /// Whether the store has the version hashes of the declared version, so that SwiftData opens the store without a
    /// migration. Also true for a store that the frameworks in ``madeBy`` made from the same declarations. Whether
    /// Apple's SwiftData opens such a store without a migration isn't known.
    public let isRecognised: Bool
    /// A description of the system frameworks that made the store, such as `the frameworks of iOS 17 and 18 (Core Data
    /// up to 1419)`. Nil unless they infer inverse relationships that this process's framework doesn't infer. In that
    /// case, the store's version hashes differ from the hashes that this process computes.
    public let madeBy: String?
    /// Every difference between the store's model and the declared version. The kind of a difference is its effect:
    /// SwiftData doesn't recognize the store (`identity`), the models behave differently (`silent`), or neither
    /// (`physical`).
    public let changes: [DriftChange]

    /// Whether the store equals the declared version.
    public var passed: Bool { isRecognised && changes.isEmpty }
}

extension StoreDiff: CustomStringConvertible {
    /// A description of the store, and a line for every difference with its kind.
    public var description: String {
        let name = storeURL.lastPathComponent
        let origin = madeBy.map { ", made by \($0)" } ?? ""
        guard !passed else { return "\(name) is a store of \(declared.title)\(origin)" }
        let state =
            isRecognised
            ? "is recognized as \(declared.title)\(origin), but differs"
            : "isn't recognized as \(declared.title): without a migration, the store can't be opened"
        return (["\(name) \(state)"] + changes.map { "  [\($0.kind.rawValue)] \($0.what)" })
            .joined(separator: "\n")
    }
}

/// Compares a store with the version that the app declares for it. Use it to find out why a store doesn't open.
///
/// ```swift
/// let drift = try detectDrift(declared: PostsSchemaV4.self, at: storeURL)
/// if !drift.passed { print(drift) }
/// ```
///
/// This function doesn't change the store.
///
/// - Parameters:
///   - declared: the version's type.
///   - url: the store's file. The contents of its `-wal` are included.
/// - Returns: the differences.
/// - Throws: ``MigrationError`` with `.store(.unreadable)` if the file isn't a store that can be read; SwiftData's
///   error if it can't make a container from the types.
public func detectDrift<V: VersionedSchema>(declared: V.Type, at url: URL) throws -> StoreDiff {
    let identity = try LiveVersion.of(declared)
    let hashes: [String: [UInt8]]
    var model: SchemaModel
    do {
        let reader = try StoreReader(path: url.path)
        let metadata = try reader.metadata()
        hashes = metadata.versionHashes
        model = try reader.model().describingStore(withHashes: hashes, version: identity.model)
        model.versionIdentifiers = metadata.versionIdentifiers
    } catch {
        throw MigrationError(.store(.unreadable(reason: StoreFacts.reason(error))), storeURL: url)
    }
    return StoreDiff(
        storeURL: url, declared: SchemaDiff.Version(identity),
        isRecognised: identity.model.model(matching: hashes) != nil,
        madeBy: identity.model.variant(matching: hashes)?.framework.text,
        changes: DriftComparison(store: model, live: identity).changes.map { DriftChange($0) })
}
