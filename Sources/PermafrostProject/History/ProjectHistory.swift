import PermafrostModel
import PermafrostSource

/// The shapes that a project's versions had when they shipped. They are determined from the project's tags.
package struct ProjectHistory: Sendable {
    /// The shapes, sorted by group, version and first tag.
    package private(set) var shapes: [ShippedVersion] = []
    /// The tags where the sources don't show which version of a group the containers open, keyed by the group's name.
    /// At these tags, all versions of the group count as shipped.
    package private(set) var tagsWithoutContainer: [String: [String]] = [:]
    /// The versions that shipped at each tag, in the order of the tags. The shapes are collected from these versions.
    private(set) var shipped: [TaggedVersion] = []
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

    /// Reads the project at every tag.
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
        let tags = try repository.tags()
        var history = ProjectHistory(tags: tags.map(\.name), isShallow: try repository.isShallow())
        let isProjectRead = !project.declarations.schemas.isEmpty || project.hasSourceErrors
        guard !tags.isEmpty || !needsTags && !history.isShallow else {
            throw isProjectRead || history.isShallow
                ? ProjectError.noTags(isShallow: history.isShallow) : project.noSchema
        }
        try sources.prepare(tags.map(\.commit))
        var isAnythingRead = isProjectRead
        var unread: [(group: VersionGroup, tag: String)] = []
        for tag in tags {
            let declarations = try sources.declarations(at: tag.commit)
            let found = shipped(declarations, tag, project)
            history.shipped += found.versions
            unread += found.unread.map { ($0, tag.name) }
            let problems = Self.problems(of: declarations, tag.name)
            if !problems.isEmpty { history.unreadTags.append(tag.name) }
            history.findings += problems
            if !declarations.schemas.isEmpty || !history.findings.isEmpty { isAnythingRead = true }
        }
        guard isAnythingRead else { throw project.noSchema }
        let groups = GroupNames(history.shipped, project)
        history.addTags(unread, groups)
        try history.addShapes(project, groups, FixtureChecksums(matcher ?? VersionMatcher(project)))
        history.addFindings(project)
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
        // Most tags declare the same models. Each model is decoded only once, because that takes most of the time.
        var variantsOfModels: [String: [FrameworkVariant.Framework: String]] = [:]
        for one in shipped {
            guard let model = one.schema.model else { continue }
            let (checksum, group, schema) = (model.versionChecksum, groups.name(of: one), one.schema.name)
            let variants = try variantsOfModels[model.checksum] ?? one.schema.variantChecksums()
            variantsOfModels[model.checksum] = variants
            let checksums = [checksum] + variants.values
            // Models that don't declare a version get the name of the fixture with their shape, as in `list`.
            let version =
                one.schema.version
                ?? (one.schema.isUnversioned ? frozen.version(of: checksums, of: schema, in: group) : nil)
                ?? one.schema.versionIdentifier
            let known = shapes.firstIndex {
                $0.group == group && $0.version == version && $0.versionChecksum == checksum && $0.schema == schema
            }
            if let known {
                if shapes[known].tags.last != one.tag { shapes[known].tags.append(one.tag) }
            } else {
                shapes.append(
                    ShippedVersion(
                        declared: one.schema.inGroup(group, named: version), versionChecksum: checksum,
                        variantChecksums: variants, tags: [one.tag], describedBy: today[checksum],
                        standing: frozen.standing(checksums, of: schema, version, in: group))
                )
            }
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

    /// The documentation of the rules for the shapes at tags.
    package static let pages = [UndescribedShape.page]

    private mutating func addFindings(_ project: Project) {
        let schemas = project.groups.flatMap(\.schemas)
        let declared = Dictionary(grouping: schemas) { $0.name }
        let taken = Set(schemas.compactMap(\.version))
        let isVersioned = !schemas.isEmpty && !schemas.contains(where: \.isUnversioned)
        var earlier = 0
        for shape in shapes where !shape.isDescribed {
            let last = shipped.last { $0.tag == shape.tags.last && $0.schema.name == shape.schema }
            let group = project.groups.first { $0.name == shape.group } ?? last?.group
            let isUnversioned = last?.schema.isUnversioned == true
            let model = project.options.coreDataModels.first { shape.declared.location.file.hasPrefix($0) }
            var facts = UndeclaredVersion(
                tags: shape.tags, origin: UndeclaredVersion.Origin(group, isUnversioned: isUnversioned),
                isDeclared: declared[shape.schema]?.contains {
                    $0.isUnversioned || $0.version == shape.declared.version
                }
                    == true,
                isSucceeded: isUnversioned && isVersioned, options: model.map { ["--model", $0] } ?? [],
                standing: shape.standing)
            // Models without a version of their own get a number that no declared version has.
            var version = shape.version
            if facts.isSucceeded, Self.needsNumber(facts.standing, isTaken: taken.contains(version)) {
                repeat { earlier += 1 } while taken.contains("0.\(earlier).0")
                version = "0.\(earlier).0"
                facts.standing = .notFrozen
            }
            findings.append(
                UndescribedShape(shape: facts).finding(group: shape.group, schema: shape.schema, version: version))
        }
    }

    /// Returns whether models without a `VersionedSchema` need a new version number, because the version name of their
    /// shape is already used.
    private static func needsNumber(_ standing: FreezeState, isTaken: Bool) -> Bool {
        switch standing {
        case .versionTaken: true
        case .notFrozen: isTaken
        case .frozen, .superseded, .retired: false
        }
    }

    private static func problems(of declarations: ProjectDeclarations, _ tag: String) -> [Finding] {
        (declarations.issues + declarations.schemas.flatMap(\.issues)).filter { $0.severity == .error }.map { issue in
            Finding(issue, at: issue.location.at(tag))
        }
    }
}
