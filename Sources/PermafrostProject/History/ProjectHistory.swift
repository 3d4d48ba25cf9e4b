import PermafrostModel
import PermafrostSource

/// The shapes that a project's versions had when they shipped. They are determined from the project's release tags.
package struct ProjectHistory: Sendable {
    /// The shapes, sorted by group, version and first tag.
    package private(set) var shapes: [ShippedVersion] = []
    /// The tags where the sources don't show which version of a group the containers open, keyed by the group's name.
    /// At these tags, all versions of the group count as shipped.
    package private(set) var tagsWithoutContainer: [String: [String]] = [:]
    /// The versions that shipped at each tag, in the order of the tags. The shapes are collected from these versions.
    private(set) var shipped: [TaggedVersion] = []
    /// The names of the groups that the versions in ``shipped`` belong to now.
    private(set) var groupNames = GroupNames()
    /// The position of each tag, keyed by the tag's name. The tag of the oldest commit comes first.
    package let tagOrder: [String: Int]
    /// The tags where some sources couldn't be read, oldest first.
    package private(set) var unreadTags: [String] = []
    /// The number of tags that were read.
    package let tagCount: Int
    /// Whether the repository is a shallow clone. Some of its origin's tags may then be missing.
    package let isShallow: Bool
    /// The findings about shapes that no version declares, and about sources that can't be read at a tag.
    package private(set) var findings: [Finding] = []

    private init(tags: [String], isShallow: Bool) {
        tagCount = tags.count
        tagOrder = Dictionary(tags.enumerated().map { ($1, $0) }) { first, _ in first }
        self.isShallow = isShallow
    }

    /// Reads the project at every release tag.
    ///
    /// - Parameters:
    ///   - project: the current project.
    ///   - matcher: the project's matched versions, or nil to match them.
    ///   - needsTags: whether a complete clone without tags is an error.
    /// - Throws: ``GitError`` if git fails, a ``ProjectError`` if there are no tags or no declarations, or the source
    ///   reader's error if the sources can't be read at a tag.
    package static func run(
        _ project: Project, repository: GitRepository, sources: CommitSources, _ matcher: VersionMatcher? = nil,
        needsTags: Bool = true
    ) throws -> ProjectHistory {
        let tags = try project.releases(in: repository)
        var history = ProjectHistory(tags: tags.map(\.name), isShallow: try repository.isShallow())
        let isProjectRead = !project.declarations.schemas.isEmpty || project.hasSourceErrors
        guard !tags.isEmpty || !needsTags && !history.isShallow else {
            throw isProjectRead || history.isShallow
                ? ProjectError.noTags(isShallow: history.isShallow) : project.noSchema
        }
        try sources.prepare(tags.map(\.commit))
        var isAnythingRead = isProjectRead
        var unread: [(group: VersionGroup, tag: String)] = []
        var others: [(group: VersionGroup, models: [String], tag: String)] = []
        for tag in tags {
            let declarations = try sources.declarations(at: tag.commit)
            let found = shipped(declarations, tag, project)
            history.shipped += found.versions
            unread += found.unread.map { ($0, tag.name) }
            others += found.others.map { ($0.group, $0.models, tag.name) }
            let problems = Self.problems(of: declarations, tag.name)
            if !problems.isEmpty { history.unreadTags.append(tag.name) }
            history.findings += problems
            if !declarations.schemas.isEmpty || !history.findings.isEmpty { isAnythingRead = true }
        }
        guard isAnythingRead else { throw project.noSchema }
        let groups = GroupNames(history.shipped, project)
        history.groupNames = groups
        history.addTags(unread, groups)
        try history.addShapes(project, groups, FixtureChecksums(matcher ?? VersionMatcher(project)))
        history.addFindings(project)
        for (name, others) in Dictionary(grouping: others, by: { groups.name(of: $0.group) }).sorted(by: {
            $0.key < $1.key
        }) {
            for models in others.map(\.models).unique {
                let tags = others.filter { $0.models == models }.map(\.tag)
                history.findings.append(UndescribedShape.finding(about: models, of: name, at: tags))
            }
        }
        return history
    }

    /// Adds the tags where the sources don't show which version of a group the containers open.
    private mutating func addTags(_ unread: [(group: VersionGroup, tag: String)], _ groups: GroupNames) {
        for (group, tag) in unread {
            let name = groups.name(of: group)
            if tagsWithoutContainer[name]?.last != tag { tagsWithoutContainer[name, default: []].append(tag) }
        }
    }

    private mutating func addShapes(_ project: Project, _ groups: GroupNames, _ frozen: FixtureChecksums) throws {
        let today = project.declaredNames
        let found = try self.shipped(in: groups)
        let names = Self.names(of: found, in: project, frozen)
        for one in found {
            let (schema, checksum, group) = (one.version.schema, one.versionChecksums[0], one.group)
            let version = schema.version ?? names[group]?[checksum] ?? schema.versionIdentifier
            let known = shapes.firstIndex { shape in
                shape.group == group && shape.versionChecksum == checksum
                    && (shape.declared.isUnversioned || schema.isUnversioned
                        || shape.version == version && shape.schema == schema.name)
            }
            var tags = known.map { shapes[$0].tags } ?? []
            if tags.last != one.version.tag { tags.append(one.version.tag) }
            // Models that got a `VersionedSchema` later are one shape with the version.
            if let known, schema.isUnversioned || !shapes[known].declared.isUnversioned {
                shapes[known].tags = tags
                continue
            }
            let shape = ShippedVersion(
                declared: schema.inGroup(group, named: version), versionChecksum: checksum,
                variantChecksums: one.variants, tags: tags, describedBy: today[checksum],
                standing: frozen.standing(one.versionChecksums, of: schema.name, version, in: group))
            if let known { shapes[known] = shape } else { shapes.append(shape) }
        }
        let order = tagOrder
        shapes.sort { left, right in
            if left.group != right.group { return left.group < right.group }
            if left.version != right.version {
                return VersionOrder(left.version) < VersionOrder(right.version)
            }
            return order[left.tags[0], default: 0] < order[right.tags[0], default: 0]
        }
    }

    /// A version that shipped at a tag, with its current group and its checksums.
    private struct Found {
        let version: TaggedVersion
        let group: String
        let variants: [FrameworkVariant.Framework: String]
        /// The checksum for the newest frameworks, followed by those for others.
        let versionChecksums: [String]
    }

    private func shipped(in groups: GroupNames) throws -> [Found] {
        // Most tags declare the same models. Each model is decoded only once, because that takes most of the time.
        var variantsOfModels: [String: [FrameworkVariant.Framework: String]] = [:]
        return try shipped.compactMap { one in
            guard let model = one.schema.model else { return nil }
            let variants = try variantsOfModels[model.checksum] ?? one.schema.variantChecksums()
            variantsOfModels[model.checksum] = variants
            return Found(
                version: one, group: groups.name(of: one), variants: variants,
                versionChecksums: [model.versionChecksum] + variants.values)
        }
    }

    /// Returns the names of the shapes of models without a `VersionedSchema`, keyed by group and checksum. `adopt` gives
    /// versions with these shapes the same names.
    private static func names(
        of found: [Found], in project: Project, _ frozen: FixtureChecksums
    ) -> [String: [String: String]] {
        var names: [String: [String: String]] = [:]
        for (name, found) in Dictionary(grouping: found, by: \.group)
        where found.contains(where: \.version.schema.isUnversioned) {
            var shapes: [ShapeNumbers.Shape] = []
            func add(_ shape: ShapeNumbers.Shape) {
                let index = shapes.firstIndex { $0.versionChecksums[0] == shape.versionChecksums[0] }
                guard let known = index.map({ shapes.remove(at: $0) }) else { return shapes.append(shape) }
                let named = known.schema.isUnversioned ? shape : known
                shapes.append(
                    .init(
                        schema: named.schema, versionChecksums: known.versionChecksums,
                        isShipped: known.isShipped || shape.isShipped))
            }
            for one in found {
                add(.init(schema: one.version.schema, versionChecksums: one.versionChecksums, isShipped: true))
            }
            let group = project.groups.first { $0.name == name }
            if let newest = group?.schemas.last, let checksum = newest.model?.versionChecksum {
                add(.init(schema: newest, versionChecksums: [checksum], isShipped: false))
            }
            let isSeparate = group == nil && found.contains { project.openedModels(with: $0.version.schema) != nil }
            let numbers = ShapeNumbers(shapes, of: group, isSeparate: isSeparate, named: name, in: project, frozen)
            names[name] = Dictionary(zip(shapes.map { $0.versionChecksums[0] }, numbers.names)) { first, _ in first }
        }
        return names
    }

    /// Treats versions as frozen from their tags, so that no finding advises to freeze them.
    mutating func freeze(_ versions: [(name: String, schema: String, tag: String?)], _ project: Project) {
        for version in versions {
            for index in shapes.indices
            where shapes[index].schema == version.schema && shapes[index].version == version.name
                && version.tag.map(shapes[index].tags.contains) == true
            {
                shapes[index].standing = .frozen(folder: version.name)
            }
        }
        findings.removeAll { $0.code == UndescribedShape.page.code && $0.severity == .error }
        addFindings(project)
    }

    /// The documentation of the rules for the shapes at tags.
    package static let pages = [UndescribedShape.page]

    private mutating func addFindings(_ project: Project) {
        let schemas = project.groups.flatMap(\.schemas)
        let declared = Dictionary(grouping: schemas) { $0.name }
        let isVersioned = !schemas.isEmpty && !schemas.contains(where: \.isUnversioned)
        for shape in shapes where !shape.isDescribed {
            let last = shipped.last { $0.tag == shape.tags.last && $0.schema.name == shape.schema }
            let current = project.groups.first { $0.name == shape.group }
            let group = current ?? last?.group
            let isUnversioned = last?.schema.isUnversioned == true
            let model = project.options.coreDataModels.first { shape.declared.location.file.hasPrefix($0) }
            let opened = isUnversioned && current == nil ? project.openedModels(with: shape.declared) : nil
            let facts = UndeclaredVersion(
                tags: shape.tags, origin: UndeclaredVersion.Origin(group, isUnversioned: isUnversioned),
                isDeclared: declared[shape.schema]?.contains {
                    $0.isUnversioned || $0.version == shape.declared.version
                }
                    == true,
                isSucceeded: isUnversioned && isVersioned && opened == nil,
                isPlanUnused: group?.plan.map { project.opensNothing(with: $0) } ?? false,
                succeeding: isUnversioned ? current.flatMap { $0.hasPlan ? $0.staging : nil } : nil,
                options: model.map { ["--model", $0] } ?? opened.map { ["--models", $0.joined(separator: ",")] }
                    ?? (isUnversioned ? project.selecting(shape.group) : []),
                file: (last?.schema ?? shape.declared).location.file,
                isFreezable: opened == nil && (!isUnversioned || isVersioned || shape.schema == shape.group),
                standing: shape.standing)
            findings.append(
                UndescribedShape(shape: facts).finding(
                    group: shape.group, schema: shape.schema, version: shape.version))
        }
    }

    private static func problems(of declarations: ProjectDeclarations, _ tag: String) -> [Finding] {
        (declarations.issues + declarations.schemas.flatMap(\.issues)).filter { $0.severity == .error }.map { issue in
            Finding(issue, at: issue.location.at(tag))
        }
    }
}

extension Project {
    /// Returns whether the app's containers are known, and none is made with a plan.
    fileprivate func opensNothing(with plan: PlanDeclaration) -> Bool {
        let plans = declarations.containers.filter { !$0.isPreview }.map(\.plan)
        return !plan.isModelFile && !plans.isEmpty && !plans.contains(.value) && !plans.contains(.type(plan.name))
    }

    /// Returns the classes that a container without versions lists, if it has one of the entities of models that shipped.
    /// Returns nil if there is no such container, or if the project was read without code.
    fileprivate func openedModels(with shipped: DeclaredVersion) -> [String]? {
        let entities = shipped.places.parts.entities
        return declarations.containers.lazy.filter(\.opensUsersStore).compactMap { container -> [String]? in
            guard case .models(let listed, let closure) = container.content,
                closure.contains(where: { entities[$0.entity] != nil })
            else { return nil }
            return listed.map(\.name).sorted()
        }.first
    }

    /// Returns the options that select a group of models without a `VersionedSchema`; empty if no options are necessary.
    fileprivate func selecting(_ group: String) -> [String] {
        if !options.models.isEmpty { return ["--models", options.models.joined(separator: ",")] }
        return groups.count > 1 && groups.contains { $0.name == group } ? ["--schema", group] : []
    }
}
