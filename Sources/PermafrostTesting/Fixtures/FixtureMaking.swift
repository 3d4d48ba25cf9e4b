import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// A store of a version with the rows that a test puts in.
///
///     let fixture = try fixture(schema: AppSchemaV1.self) { context in
///         context.insert(AppSchemaV1.Post(title: "", body: "a title may be empty"))
///     }
///
/// - Parameters:
///   - version: the version of the store.
///   - fill: gets a context over the empty store; what it leaves unsaved is saved.
/// - Throws: what `fill` throws, and SwiftData's error if the rows cannot be saved.
public func fixture<S: VersionedSchema>(
    schema version: S.Type, _ fill: (ModelContext) throws -> Void
) throws -> Fixture {
    let folder = try TemporaryFolder(for: "testing")
    let url = folder.url.appendingPathComponent("App.sqlite")
    let schema = Schema(versionedSchema: version)
    let context = ModelContext(
        try ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)))
    try fill(context)
    if context.hasChanges { try context.save() }
    return Fixture(made: url, in: folder, version: "\(version)")
}

/// A store of a version with sample rows: extreme, empty, unusual and absent values in the first eight of each entity,
/// plain ones, all different, in the others. The same version and count give the same rows.
///
/// Where the version is frozen, the fixture says which values an enum or a struct takes. Else the types alone do, as far
/// as they can: scalars, arrays of them, enums without raw values, and `CaseIterable` enums with raw values.
///
/// - Parameters:
///   - version: the version of the store.
///   - count: the rows of each entity; fewer where a constraint allows no more.
///   - file: where the search for the fixture tree starts.
/// - Throws: ``FixtureError`` where nothing shows a property's values, `StoreError` where
///   the store cannot be written.
public func seed<S: VersionedSchema>(
    schema version: S.Type, count: Int, file: String = #filePath
) throws -> Fixture {
    let live = try LiveVersion.of(version)
    let frozen = FixtureSearch(file: file).frozenModel(withHashes: live.hashes)
    let model = try frozen ?? SampledTypes(version).model(live.model)
    let folder = try TemporaryFolder(for: "testing")
    let url = folder.url.appendingPathComponent("App.sqlite")
    let seed = Digest.sha256(Array("\(version) \(count)".utf8))
    try StoreWriter(model: model, seed: seed, rowsPerEntity: max(0, count)).write(to: url.path)
    return Fixture(made: url, in: folder, version: "\(version)")
}
