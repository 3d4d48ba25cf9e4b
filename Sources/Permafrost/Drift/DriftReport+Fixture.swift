import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import SwiftData

extension DriftReport {
    /// Compares the live types of a version with what was frozen under a name.
    ///
    /// - Throws: ``FixtureError`` where there is no intact fixture, SwiftData's error where no container can be made of the
    ///   types.
    package init(
        of schema: any VersionedSchema.Type, frozenAs version: String, group: String?, search: FixtureSearch
    ) throws {
        let name = String(describing: schema)
        let frozen = try search.fixture(version, group: group, schema: name)
        let folder = frozen.fixture.path
        guard frozen.damage.isEmpty, let model = frozen.model else {
            throw FixtureError.damaged(version: version, folder: folder, frozen.damage)
        }
        let live = try VersionIdentity.of(schema)
        // A version may have been declared differently for some platform; this is one of them.
        let models = [model] + frozen.variants.sorted { $0.key < $1.key }.map(\.value)
        let differences = models.map { DriftComparison(frozen: $0, format: frozen.format, live: live).changes }
        self.init(
            schema: name, version: version, folder: folder, changes: differences.min { $0.count < $1.count } ?? [])
        #if os(Linux)
            if hasDrifted, frozen.isOfFormerMapping {
                let former = Schema.formerModel(of: schema).archived
                let isFormer = models.contains {
                    DriftComparison(frozen: $0, format: frozen.format, live: live, as: former).changes.isEmpty
                }
                formerMapping = isFormer ? FormerMapping(changes) : nil
            }
        #endif
    }
}
