import PermafrostModel

/// The targets that a project's Swift files belong to, according to the project files and manifests.
///
/// A file that doesn't belong to a target is ignored if an Xcode project or package in an enclosing folder has targets
/// with files, not counting tests (``TargetList/excludesUnlistedFiles``). Otherwise, or if a project or package in a
/// nearer folder can't be read, the file may belong to any target.
struct TargetMembership: Sendable {
    /// A reference to a target: the index of its list in ``TargetMembership/lists``, and the target's index in that
    /// list.
    struct Reference: Hashable, Sendable {
        var list: Int
        var target: Int
    }

    let lists: [TargetList]
    /// The targets whose files are read, sorted by kind and then in the order of ``lists``. If several targets have the
    /// same files, ``views(of:)`` uses only the first one.
    let targets: [Reference]
    /// The paths of the files to read: the ``free`` files, the files of ``targets``, and the files that a selected
    /// target can import.
    let paths: [String]
    /// The files that may belong to any target.
    let free: Set<String>
    /// Whether ``targets`` contains only the targets with the requested name.
    let isChosen: Bool
    /// The targets' names, and problems such as an unreadable project file, for the report.
    private(set) var facts = ProjectTargets()

    private let names: [Reference: String]

    /// The settings that set compilation flags, in any target.
    var flags: Set<BuildFlag> { lists.reduce(into: []) { $0.formUnion($1.flags) } }

    /// Creates the membership of the given files, and determines the targets and files to read.
    ///
    /// - Parameters:
    ///   - lists: the targets of project files and manifests.
    ///   - files: the paths of the app's Swift files. If `includesTests` is true, test files are also included.
    ///   - wanted: the name of the only target to read; nil to read all targets.
    init(_ lists: [TargetList], files: [String], includesTests: Bool, wanted: String?) {
        self.lists = lists
        let all = lists.indices.flatMap { list in
            lists[list].targets.indices.map { Reference(list: list, target: $0) }
        }
        let names = Self.names(of: all, lists)
        self.names = names
        facts.names = names.values.sortedByCodeUnit()
        for list in lists where files.contains(where: { RelativePath.holds(list.folder, $0) }) {
            if let reason = list.failure { facts.notes.append(.unreadable(file: list.path, reason: reason)) }
        }
        let governed = ExclusionRules(lists)
        let membered = Set(lists.flatMap { $0.targets.flatMap(\.files) })
        let loose = files.filter { !membered.contains($0) }
        let outside = loose.filter(governed.excludes)
        if !outside.isEmpty {
            facts.notes.append(
                .filesOfNoTarget(
                    count: outside.count, first: Array(outside.prefix(3)),
                    folders: Self.folders(of: outside, without: membered.union(loose).subtracting(outside))))
        }
        free = Set(loose).subtracting(outside)
        var open = all.filter { includesTests || lists[$0.list].targets[$0.target].kind != .test }
        if let wanted {
            open = all.filter { names[$0] == wanted || lists[$0.list].targets[$0.target].name == wanted }
            if open.isEmpty { facts.missing = wanted }
        }
        isChosen = wanted != nil
        targets = open.sorted { left, right in
            let kinds = [left, right].map { lists[$0.list].targets[$0.target].kind.rawValue }
            return (kinds[0], left.list, left.target) < (kinds[1], right.list, right.target)
        }
        var read = facts.missing == nil ? free : []
        for reference in targets {
            read.formUnion(lists[reference.list].targets[reference.target].files)
            if isChosen { read.formUnion(Self.importable(by: reference, lists).flatMap(\.files)) }
        }
        paths = files.filter(read.contains)
    }

    /// Returns the outermost folders that contain at least one of the files and none of the other files, sorted.
    private static func folders(of files: [String], without others: Set<String>) -> [String] {
        func ancestors(_ path: String) -> [String] {
            let folders = path.split(separator: "/").dropLast()
            return folders.indices.map { folders[...$0].joined(separator: "/") }
        }
        let used = Set(others.flatMap(ancestors))
        return Set(files.compactMap { ancestors($0).first { !used.contains($0) } }).sortedByCodeUnit()
    }

    /// Returns the module of the first target that compiles a file. If no target does, returns the module that the
    /// file's folder determines, or nil.
    func module(of file: String) -> String? {
        for reference in targets where target(reference).files.contains(file) { return target(reference).module }
        return SourcePaths.module(of: file)
    }

    /// Returns the module of the only target that compiles a file, or nil if there isn't exactly one.
    func knownModule(of file: String) -> String? {
        let modules = Set(targets.map(target).filter { $0.files.contains(file) }.map(\.module))
        return modules.count == 1 ? modules.first : nil
    }

    func target(_ reference: Reference) -> SourceTarget { lists[reference.list].targets[reference.target] }

    /// Returns the name that selects a target, such as `App`. If several targets have this name, the result starts with
    /// the path of the project or manifest, as in `Demo.xcodeproj/App`.
    func name(of reference: Reference) -> String { names[reference] ?? target(reference).name }

    private static func names(of references: [Reference], _ lists: [TargetList]) -> [Reference: String] {
        let counts = Dictionary(
            references.map { (lists[$0.list].targets[$0.target].name, 1) }, uniquingKeysWith: +)
        return Dictionary(
            references.map { reference in
                let name = lists[reference.list].targets[reference.target].name
                return (reference, counts[name] == 1 ? name : lists[reference.list].path + "/" + name)
            }
        ) { first, _ in first }
    }

    /// Returns the targets that a target's files can import.
    ///
    /// A target can import the libraries in its own list that it depends on, and the libraries of other packages and
    /// projects. A test can also import its direct dependencies that aren't libraries, such as an app.
    ///
    /// If the dependencies are unknown, or if none of them can be imported, the result contains every library in the
    /// same list. For a test, it then contains every target in the list that isn't a test.
    static func importable(by reference: Reference, _ lists: [TargetList]) -> [SourceTarget] {
        let own = lists[reference.list].targets
        let target = own[reference.target]
        let isTest = target.kind == .test
        let known = closure(of: target, in: own)
        var beside = (known ?? []).filter { dependency in
            dependency.kind == .library || isTest && target.dependencies?.contains(dependency.name) == true
        }
        if known == nil || beside.isEmpty {
            beside = own.filter { $0 != target && ($0.kind == .library || isTest && $0.kind != .test) }
        }
        let elsewhere = lists.indices.filter { $0 != reference.list }.flatMap { list in
            lists[list].targets.filter { $0.kind == .library }
        }
        return beside + elsewhere
    }

    /// Returns a target's direct and indirect dependencies in its own list, or nil if some dependencies are unknown.
    static func closure(of target: SourceTarget, in all: [SourceTarget]) -> [SourceTarget]? {
        let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        var open = [target]
        var seen: Set<String> = [target.name]
        var found: [SourceTarget] = []
        while let next = open.popLast() {
            guard let dependencies = next.dependencies else { return nil }
            for name in dependencies.sorted() where seen.insert(name).inserted {
                guard let dependency = byName[name] else { continue }
                found.append(dependency)
                open.append(dependency)
            }
        }
        return found
    }
}
