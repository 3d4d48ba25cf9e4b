import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The schema shapes that an app shipped, and a draft of the versions that declare them. Models with equal version
/// hashes have the same shape. Each drafted version's model is compared with its shape before any file is written.
package struct Adoption: Sendable {
    /// The reason that an adoption doesn't declare any versions.
    package enum Omission: Sendable, Hashable {
        /// The app already declares versions.
        case declared
        /// The app shipped more than `limit` shapes, and no first tag was given.
        case tooMany(limit: Int)
        /// The sources at some tags can't be read. A shape may be missing.
        case unreadable(tags: [String])
    }

    /// The shipped shapes, oldest first.
    package let shapes: ShippedShapes
    /// The project's history at its tags.
    package private(set) var history: ProjectHistory
    /// The name of the group that contains the models.
    package let group: String
    /// The names of the types that will declare the versions, keyed by version name. Empty if no files are written.
    package private(set) var types: [String: String] = [:]
    /// The name of the plan to declare, or nil if no files are written.
    package private(set) var plan: String?
    /// The files to write. If nil, no files are written, and ``omission`` contains the reason.
    package private(set) var draft: NextVersionDraft?
    /// Whether the versions are those of a Core Data model.
    package private(set) var isModelFile = false
    /// The reason that no files are written, or nil if they are written.
    package private(set) var omission: Omission?
    /// The declared versions that aren't frozen. Nil unless the app already declares versions.
    package private(set) var unfrozen: UnfrozenVersions?
    /// The shapes that no declared or drafted version describes.
    package private(set) var undeclared: [ShippedShapes.Shape] = []
    /// The containers that open a user's store of the models without a migration plan.
    private let containers: [ContainerDeclaration]
    /// Whether the sources show a container that needs the plan.
    package var isContainerKnown: Bool { !containers.isEmpty }
    /// The lint findings about the plan's stages, and the errors about its versions.
    package private(set) var findings: [Finding] = []
    /// The project that results from writing the draft, or nil if there is no draft.
    package private(set) var outcome: Project?

    /// The start of the names of the plan's and the versions' types. With several groups, it is the store's name.
    private var prefix: String
    private var planName: String { prefix + "MigrationPlan" }

    /// Finds the shapes that an app shipped. If the app doesn't declare versions yet, drafts the files that declare
    /// them, unless there is an ``omission``.
    ///
    /// - Parameter project: the current project. It must be read with `readsCode`, so that its containers are known.
    /// - Throws: ``AdoptionError``, ``NextVersionError`` or ``ProjectError`` if the project can't be adopted,
    ///   `GitError` if git fails, or the error of a source or fixture that can't be read.
    package static func run(
        _ project: Project, _ options: Adoption.Options, repository: GitRepository, sources: CommitSources
    ) throws -> Adoption {
        guard try !repository.isShallow() else { throw AdoptionError.shallowClone }
        var groups = project.groups.filter { !$0.schemas.isEmpty }
        // The models of another store may be declared as versions already.
        if !project.options.models.isEmpty { groups.removeAll { !$0.schemas.contains(where: \.isUnversioned) } }
        guard groups.count < 2 else { throw AdoptionError.severalGroups(groups.map(\.name)) }
        guard var group = groups.first, var today = group.newest else { throw project.noSchema }
        // Models that were selected with an option may be declared as a version already.
        if let declared = project.groups.first(where: { today.successor(in: $0) != nil }), let newest = declared.newest
        {
            (group, today) = (declared, newest)
        }
        guard today.model != nil else { throw AdoptionError.unreadable(today.location) }
        let opening = project.declarations.containers.filter(\.opensUsersStore)
        if today.isUnversioned, project.options.models.isEmpty { try assertOneModel(opening, of: today) }
        let own = opening.filter { $0.mayOpen(today) }
        if today.isUnversioned, own.isEmpty, let larger = opening.first(where: { $0.hasMoreModels(than: today) }),
            case .models(_, let closure) = larger.content
        {
            throw AdoptionError.moreModels(larger.location, closure.map(\.entity).sorted())
        }
        let history = try ProjectHistory.run(project, repository: repository, sources: sources)
        var adoption = Adoption(
            shapes: try ShippedShapes.run(history, today: today, group: group, project), history: history,
            group: group.name, prefix: project.groupCount > 1 ? Self.typeName(of: group.name) : "App",
            containers: own.filter { $0.plan == .none })
        guard today.isUnversioned else {
            adoption.omission = .declared
            adoption.isModelFile = group.plan?.isModelFile == true
            let declared = Set(group.schemas.compactMap { $0.model?.versionChecksum })
            adoption.undeclared = adoption.shapes.all.filter { !declared.contains($0.shipped.versionChecksum) }
            let unfrozen = try UnfrozenVersions(of: group, in: project, (repository, sources, history))
            adoption.unfrozen = unfrozen
            adoption.history.freeze(unfrozen.shipped.map { ($0.name, $0.schema, $0.tag) }, project)
            return adoption
        }
        try adoption.draftVersions(of: today, in: project, group, options, repository: repository)
        return adoption
    }

    private init(
        shapes: ShippedShapes, history: ProjectHistory, group: String, prefix: String,
        containers: [ContainerDeclaration]
    ) {
        self.prefix = prefix
        self.shapes = shapes
        self.history = history
        self.group = group
        self.containers = containers
    }

    /// Drafts the versions of an app that doesn't declare any, unless there is an ``omission``.
    private mutating func draftVersions(
        of today: DeclaredVersion, in project: Project, _ group: VersionGroup, _ options: Adoption.Options,
        repository: GitRepository
    ) throws {
        let first = try options.since.map { tag in
            guard let order = history.tagOrder[tag] else {
                throw AdoptionError.unknownTag(
                    tag, known: history.tagOrder.sorted { $0.value < $1.value }.map(\.key))
            }
            return order
        }
        if first == nil {
            let unknown = try FixtureChecksums(VersionMatcher(project)).versions(
                besides: Set(shapes.all.map(\.shipped.versionChecksum)), of: today.name, in: group.name)
            guard unknown.isEmpty else { throw AdoptionError.untagged(unknown) }
        }
        let chosen = shapes.all.filter { $0.isToday || $0.order >= first ?? 0 }
        let unread = history.unreadTags.filter { history.tagOrder[$0, default: 0] >= first ?? 0 }
        if !unread.isEmpty {
            omission = .unreadable(tags: unread)
        } else if first == nil, chosen.count(where: { !$0.shipped.tags.isEmpty }) > options.limit {
            omission = .tooMany(limit: options.limit)
        }
        guard omission == nil else {
            undeclared = shapes.all
            return
        }
        undeclared = shapes.all.filter { shape in
            !chosen.contains { $0.shipped.versionChecksum == shape.shipped.versionChecksum }
        }
        do { try declare(chosen, in: project, repository: repository) } catch let error as NextVersionError {
            // The versions of another store may have these names.
            let isOnly = project.groupCount < 2 && project.options.target == nil && project.options.models.isEmpty
            let other =
                project.options.target ?? SourcePaths.module(of: today.location.file)
                ?? today.places.parts.entities.keys.min()
            guard !isOnly, case .problem(.nameTaken) = error, let other, prefix != Self.typeName(of: other) else {
                throw error
            }
            prefix = Self.typeName(of: other)
            types = [:]
            try declare(chosen, in: project, repository: repository)
        }
    }

    /// Throws an ``AdoptionError`` if the containers that open the models list different classes, and none lists all of
    /// them. In that case, it isn't known which list shipped.
    private static func assertOneModel(_ containers: [ContainerDeclaration], of today: DeclaredVersion) throws {
        let own = Set(today.places.parts.entities.values)
        var places: [Set<SourceLocation>: SourceLocation] = [:]
        for container in containers {
            guard case .models(_, let closure) = container.content else { continue }
            let classes = Set(closure.map(\.location))
            // Ignore the containers of other stores.
            guard !classes.isDisjoint(with: own) else { continue }
            places[classes] = places[classes] ?? container.location
        }
        let all = places.keys.reduce(into: Set()) { $0.formUnion($1) }
        guard places.isEmpty || places[all] != nil else {
            throw AdoptionError.severalContainers(places.values.sorted { "\($0)" < "\($1)" })
        }
    }

    // MARK: The versions

    private mutating func declare(
        _ chosen: [ShippedShapes.Shape], in project: Project, repository: GitRepository
    ) throws {
        let versions = try chosen.map { shape in
            let type = prefix + "SchemaV" + Self.suffix(of: shape.shipped.version)
            types[shape.shipped.version] = type
            return AdoptionRequest.Version(
                type: type, identifier: shape.shipped.version.split(separator: ".").compactMap { Int($0) },
                releases: Self.releases(shape.shipped.tags), classes: shape.shipped.declared.places.parts.entities,
                sources: try shape.commit.map { try Self.texts(of: $0, repository) })
        }
        // Place the new files next to the first class.
        let place =
            chosen.last?.shipped.declared.places.parts.entities.sorted { $0.key < $1.key }.first?.value.file ?? ""
        // With several containers, or one with other models, a person decides which code opens the app's store.
        let isOnly =
            containers.count == 1 && containers[0].hasModels(of: chosen.last?.shipped.declared)
            && project.canEdit(containers[0].location.file)
        var request = AdoptionRequest(
            directory: project.options.directory, neighbor: place, plan: planName, versions: versions,
            stages: Self.stages(between: chosen.map(\.model)),
            containers: containers.map {
                .init(
                    location: $0.location, isEditable: isOnly,
                    lacksModels: $0.content != .unknown && !$0.hasModels(of: chosen.last?.shipped.declared))
            })
        plan = planName
        var draft = try Self.draft(request)
        var after = try self.project(project, with: draft)
        if isOnly, draft.suggestions.isEmpty, !after.opens(versions.last?.type, with: planName, like: containers[0]) {
            request.containers[0].isEditable = false
            draft = try Self.draft(request)
            after = try self.project(project, with: draft)
        }
        let shipped = ShippedMigrations(chosen)
        let editable = try ProjectLint.run(after).findings.filter { finding in
            finding.location.map { after.canEdit($0.file) } ?? false
        }
        let explained = shipped.explaining(editable, in: draft, SourceContents(of: after.options))
        if explained != draft { (draft, after) = (explained, try self.project(project, with: explained)) }
        findings = try proved(after, chosen, versions.map(\.type)).filter { !shipped.contain($0) }
        (self.draft, outcome) = (draft, after)
    }

    private static func draft(_ request: AdoptionRequest) throws -> NextVersionDraft {
        do { return try AdoptionWriter.draft(request) } catch let problem as NextVersionProblem {
            if case .exists(let path) = problem { throw AdoptionError.exists(path: path) }
            throw NextVersionError.problem(problem)
        }
    }

    /// Returns the kind of stage between each pair of consecutive models. A stage is custom if it needs code. It is
    /// also custom if it can't be inferred together with the preceding lightweight stages, because the framework runs
    /// them as a single migration.
    private static func stages(between models: [SchemaModel]) -> [PlanStage.Kind] {
        var first = 0
        return zip(models.indices, models.indices.dropFirst()).map { previous, next in
            let isInferred = (first...previous).allSatisfy { start in
                ShapeStep(from: models[start], to: models[next]).stage == .lightweight
            }
            if !isInferred { first = next }
            return isInferred ? .lightweight : .custom
        }
    }

    /// Returns the project that results from writing the draft.
    private func project(_ project: Project, with draft: NextVersionDraft) throws -> Project {
        var options = project.options
        options.models = []
        // The group gets the name of the new plan.
        if options.plan != nil || options.schema != nil || project.groupCount > 1 {
            (options.plan, options.schema) = (planName, nil)
        }
        options.overlay = Dictionary(draft.files.map { ($0.path, $0.text) }) { first, _ in first }
        return try Project(options: options, reader: UncachedReader())
    }

    /// Compares each declared version with its shape.
    ///
    /// - Returns: the lint findings about the stages, and the errors about the versions.
    /// - Throws: ``NextVersionError`` if a version differs from its shape, if the drafted sources can't be read, or if
    ///   the plan doesn't list the versions in order.
    private func proved(
        _ after: Project, _ chosen: [ShippedShapes.Shape], _ types: [String]
    ) throws -> [Finding] {
        if let issue = after.sourceIssues.first(where: { $0.severity == .error }) {
            throw NextVersionError.wouldNotBeRead(schema: planName, issue)
        }
        for (shape, type) in zip(chosen, types) {
            guard let declared = after.declarations.schemas.first(where: { $0.name == type }) else {
                throw NextVersionError.wouldChange(schema: type, what: "it would no longer be declared")
            }
            let changes = try SchemaDrift.find(from: shape.shipped.declared.schemaVersion, to: declared).changes.map(
                \.change)
            if let change = changes.first(where: { $0.aspect != .versionIdentifier }) {
                throw NextVersionError.wouldChange(schema: type, what: change.subject)
            }
        }
        let plan = after.groups.first { $0.plan?.name == planName }?.plan
        guard plan?.schemas == types, plan?.stages.map(\.to) == Array(types.dropFirst()) else {
            throw NextVersionError.wouldChange(
                schema: planName, what: "its versions and stages wouldn't be in order")
        }
        let known = Set(types)
        // Containers that aren't edited are reported separately.
        return try ProjectLint.run(after).findings.filter { finding in
            finding.schema.map(known.contains) == true && (finding.stage != nil || finding.severity == .error)
                && !["PF0206", "PF0207"].contains(finding.code)
        }
    }

    /// Returns a store's name as the start of a type's name, such as `Shelf` for `shelf`.
    private static func typeName(of group: String) -> String {
        guard group != DeclaredVersion.unversionedName else { return "App" }
        let words = group.split { !$0.isLetter && !$0.isNumber }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns the suffix for the name of a version's type, such as `1` for version 1.0.0 or `0p2` for 0.2.0.
    private static func suffix(of version: String) -> String {
        var parts = version.split(separator: ".")
        while parts.count > 1, parts.last == "0" { parts.removeLast() }
        return parts.joined(separator: "p")
    }

    /// Returns the text for a range of tags, such as `v1.2 … v1.6`. Returns a single tag unchanged, and `no tag` for an
    /// empty array.
    package static func releases(_ tags: [String]) -> String {
        guard let first = tags.first, let last = tags.last else { return "no tag" }
        return first == last ? first : "\(first) … \(last)"
    }

    /// Returns the contents of the Swift files in a commit, keyed by path.
    private static func texts(of commit: GitRepository.Commit, _ repository: GitRepository) throws -> [String: String] {
        let files = try repository.files(of: commit).filter { $0.path.hasSuffix(".swift") }
        let contents = try repository.contents(of: files)
        return Dictionary(zip(files.map(\.path), contents.map { String(decoding: $0, as: UTF8.self) })) { first, _ in
            first
        }
    }
}

extension VersionGroup {
    /// The declaration of the newest version, or nil if the group has none.
}

extension Adoption {
    /// Freezes every shape that shipped and has no fixture yet, as models without a `VersionedSchema`. Skips a shape if
    /// a fixture with another shape has the same version name. Used for an app that doesn't declare versions.
    ///
    /// - Parameter staging: the temporary folder for the fixtures, or nil to write them to the project's tree.
    /// - Returns: the frozen versions, and their fixtures' folders relative to the tree.
    /// - Throws: ``FreezeError`` if a fixture can't be written, ``ProjectError`` if a model can't be read, or a
    ///   `FileError` if the tree can't be listed.
    package func freezeShapes(
        of project: Project, by session: FreezeSession, staging: StagedFixtures?
    ) throws -> [(version: String, fixture: String)] {
        guard let group = project.groups.first(where: { $0.name == self.group }) else { return [] }
        let frozen = try VersionMatcher(project).pairs.compactMap(\.frozen)
        // The store may have had a different name at a tag.
        let schema = group.schemas.first(where: \.isUnversioned)?.name ?? group.name
        return try shapes.all.filter { $0.shipped.standing == .notFrozen && !$0.shipped.tags.isEmpty }.map { shape in
            var variants: [String: SchemaModel] = [:]
            for variant in shape.shipped.declared.variants {
                variants[variant.condition] = try shape.shipped.declared.decoded(variant)
            }
            let version = try VersionName(shape.shipped.version)
            var model = shape.model
            // The version that will be declared for the shape has its own identifier. The current models don't have one
            // yet.
            if !shape.isToday { model.versionIdentifiers = [shape.shipped.version] }
            let fixture = project.fixture(of: version, in: group, among: frozen)
            try project.freezer(toolVersion: session.toolVersion).freeze(
                FreezeRequest(
                    version: version, group: group.name, schema: schema, model: model,
                    variants: variants, assumptions: shape.shipped.declared.assumptionTexts,
                    code: shape.shipped.declared.code, date: session.date),
                as: staging?.place(of: fixture) ?? fixture)
            return (shape.shipped.version, fixture.folder)
        }
    }
}

extension Adoption {
    package struct Options: Sendable {
        /// The oldest tag to declare a shape for. A shape that was replaced before this tag isn't declared. If nil, all
        /// shapes are declared.
        package var since: String?
        /// The maximum number of shipped shapes if ``since`` is nil. If there are more, no shapes are declared.
        package var limit = 5

        package init() {}
    }
}
