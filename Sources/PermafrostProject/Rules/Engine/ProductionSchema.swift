import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// An exported schema of a CloudKit container, compared with the newest models of the stores that sync.
package struct ProductionSchema: Sendable {
    /// A group's newest version, which the schema is compared with.
    package struct Compared: Sendable {
        package let group: String
        package let version: SchemaVersion
        /// The names of the entities that sync, or nil for all.
        package let entities: Set<String>?
        /// The sentence that names the store's configuration, or nil if the store is only assumed to sync.
        package let reason: String?
        let users: String
        let isForDevelopment: Bool
    }

    /// A reason that models weren't compared.
    enum Problem: Sendable {
        case unreadable(CloudKitSchemaError)
        /// No store syncs. If `isPart` is true, options select only a part of the project.
        case noSyncedStore(isPart: Bool)
        /// The newest version of a group can't be evaluated.
        case unknownModel(group: String, location: SourceLocation?)
    }

    /// A group that isn't compared, because it isn't known whether its store syncs.
    package struct Skipped: Sendable, Encodable {
        package let group: String
        package let reason: String
    }

    /// The path of the schema's file, relative to the project's folder if the file is inside that folder.
    package let file: String
    package private(set) var compared: [Compared] = []
    package private(set) var skipped: [Skipped] = []
    /// The comparison, or nil if the file can't be parsed or there is no model to compare it with.
    package private(set) var comparison: CloudKitComparison?
    private(set) var problems: [Problem] = []

    /// Compares a schema with a project's models.
    ///
    /// - Parameters:
    ///   - file: the schema's file.
    ///   - code: the code that creates the project's containers.
    ///   - isPart: whether options select only a part of the project.
    init(_ file: ProductionSchemaFile, _ code: AppCode, isPart: Bool) {
        self.file = file.name
        selectModels(code, isPart: isPart)
        do throws(CloudKitSchemaError) {
            let schema = try CloudKitSchemaParser.parse(file.bytes)
            guard !compared.isEmpty else { return }
            comparison = CloudKitComparison(
                Self.mirrored(compared), schema, isComplete: !isPart && problems.isEmpty && skipped.isEmpty)
        } catch {
            problems.append(.unreadable(error))
        }
    }

    /// Selects the models of the stores that are configured to sync. If there is none, selects the models of every
    /// store that isn't configured to stay local.
    private mutating func selectModels(_ code: AppCode, isPart: Bool) {
        let search = SyncedStoreSearch(code: code)
        let found = search.stores(assumesSync: false)
        let configured = found.filter(\.isCertain)
        let stores = configured.isEmpty ? search.stores(assumesSync: true).filter(\.isCertain) : configured
        if stores.isEmpty { problems.append(.noSyncedStore(isPart: isPart)) }
        for group in code.groups {
            let own = stores.filter { $0.group == group.name }
            // A finding is an error if any of the stores ships, so name the users of such a store.
            guard let first = own.first(where: { !$0.isForDevelopment }) ?? own.first else {
                if case .unknown(let reason)? = found.first(where: { $0.group == group.name })?.evidence {
                    skipped.append(Skipped(group: group.name, reason: reason))
                }
                continue
            }
            guard let version = group.newest, version.model != nil else {
                let location = group.schemas.last?.location
                problems.append(.unknownModel(group: group.name, location: location))
                continue
            }
            // The other branches of #if are compared even if one of them can't be.
            for variant in version.variants where variant.model == nil {
                problems.append(.unknownModel(group: group.name, location: variant.location))
            }
            let entities = own.map(\.entities)
            compared.append(
                Compared(
                    group: group.name, version: version,
                    entities: entities.contains(nil) ? nil : Set(entities.compactMap(\.self).joined()),
                    reason: first.reason, users: first.users, isForDevelopment: own.allSatisfy(\.isForDevelopment)))
        }
    }

    /// Returns the record types of the compared models. They include the models of all `#if` branches.
    private static func mirrored(_ compared: [Compared]) -> MirroredSchema {
        MirroredSchema(
            compared.enumerated().flatMap { index, one in
                let variants = one.version.variants.compactMap(\.model)
                return ([one.version.model].compactMap(\.self) + variants).map {
                    MirroredSchema.Model($0, entities: one.entities, index: index)
                }
            })
    }

    /// The command that exports the schema of the production environment to the file.
    package var exportCommand: String {
        "xcrun cktool export-schema --team-id TEAM --container-id CONTAINER --environment production --output-file "
            + file.asShellWord
    }

    // MARK: Findings

    /// Returns a finding about a part of a compared model.
    ///
    /// - Parameter effect: the effect on users, as a sentence without a period.
    func finding(
        _ page: RulePage, what: String, effect: String, fix: String?, about origin: MirroredSchema.Origin
    ) -> Finding {
        let one = compared[origin.model]
        // A schema for production doesn't affect debug builds.
        let severity = one.isForDevelopment && page.severity == .error ? Finding.Severity.warning : page.severity
        return Finding(
            page, .init(what: what, affected: "\(one.users). \(effect)", fix: fix), severity: severity,
            group: one.group, version: one.version.name, schema: one.version.schema,
            at: one.version.place(entity: origin.entity, property: origin.property))
    }

    /// Returns the location of a part of the schema's file.
    func location(_ position: CloudKitSchema.Position) -> SourceLocation {
        SourceLocation(file: file, line: position.line, column: position.column)
    }

    /// The fix for a part that isn't in production.
    var deployment: String {
        "Before the release, deploy the schema changes to production in the CloudKit Console. Then export the schema "
            + "again: \(exportCommand)"
    }

    /// Returns names as a list. A long list ends with the number of further names.
    static func list(_ names: [String]) -> String {
        let limit = 10
        guard names.count > limit else { return names.joined(separator: ", ") }
        return names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
    }
}
