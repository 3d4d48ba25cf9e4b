import PermafrostModel

/// What a project declares, of what each of its targets does: a declaration that several targets compile alike is one, and
/// one that differs from target to target is an issue that names them.
struct TargetMerge {
    /// What one view declares.
    struct Reading {
        var view: TargetView
        var declarations: ProjectDeclarations
    }

    private let readings: [Reading]

    /// - Parameter readings: one for each view, the view that counts most first.
    init(_ readings: [Reading]) {
        self.readings = readings.map { reading in
            var own = reading
            own.declarations.keep { reading.view.own.contains($0) }
            return own
        }
    }

    /// - Parameter whole: what all files declare together, without a look at targets.
    func declarations(whole: () -> ProjectDeclarations) -> ProjectDeclarations {
        var result = ProjectDeclarations()
        result.schemas = merged(\.schemas, name: \.name) { name, found in
            found.contains { $0.1.isUnversioned } ? unversioned(found, whole) : versioned(name, found)
        }
        result.plans = merged(\.plans, name: \.name) { name, found in
            var plan = found[0].1
            if found.contains(where: { !$0.1.isAlike(plan) }) {
                plan.issues.append(difference(of: name, found.map(\.0), at: plan.location))
            }
            return [plan]
        }
        result.containers = unique(readings.flatMap(\.declarations.containers), \.location).map { container in
            // Targets may share a store: containers are compared unless their folders are of different modules.
            var container = container
            container.module = SourcePaths.module(of: container.location.file)
            return container
        }
        result.storeCopies = unique(readings.flatMap(\.declarations.storeCopies), \.location)
        result.issues = unique(readings.flatMap(\.declarations.issues), \.self)
        return result
    }

    // MARK: Pairing

    /// The declarations of each name, made into one where each view has at most one of the name.
    private func merged<Declaration: Hashable>(
        _ list: KeyPath<ProjectDeclarations, [Declaration]>, name: KeyPath<Declaration, String>,
        _ merge: (String, [(TargetView, Declaration)]) -> [Declaration]
    ) -> [Declaration] {
        let all: [(TargetView, Declaration)] = readings.flatMap { reading in
            reading.declarations[keyPath: list].map { (reading.view, $0) }
        }
        let names = unique(all.map { $0.1[keyPath: name] }, \.self)
        return names.flatMap { wanted -> [Declaration] in
            let found = all.filter { $0.1[keyPath: name] == wanted }
            guard found.count > 1 else { return found.map(\.1) }
            let isOneEach = readings.allSatisfy { reading in
                reading.declarations[keyPath: list].count { $0[keyPath: name] == wanted } < 2
            }
            return isOneEach ? merge(wanted, found) : unique(found.map(\.1), \.self)
        }
    }

    private func unique<Element, Key: Hashable>(_ elements: [Element], _ key: KeyPath<Element, Key>) -> [Element] {
        var seen: Set<Key> = []
        return elements.filter { seen.insert($0[keyPath: key]).inserted }
    }

    private func difference(of name: String, _ views: [TargetView], at location: SourceLocation) -> SourceIssue {
        SourceIssue(.differsByTarget(name: name, targets: views.flatMap(\.names)), at: location)
    }

    // MARK: Versions

    private func versioned(_ name: String, _ found: [(TargetView, DeclaredVersion)]) -> [DeclaredVersion] {
        let readable = found.filter { $0.1.model != nil }
        guard var first = readable.first?.1 else { return [found[0].1] }
        if readable.contains(where: { !$0.1.isAlike(first) }) {
            return [undecided(first, readable)]
        }
        // What one target cannot read, another does; what is in the way there is to be known all the same.
        for (_, other) in found where other.model == nil {
            first.issues += other.issues.map { SourceIssue($0.problem, severity: .warning, at: $0.location) }
                .filter { !first.issues.contains($0) }
        }
        return [first]
    }

    /// A declaration without a model: what it is depends on the target.
    private func undecided(
        _ declaration: DeclaredVersion, _ found: [(TargetView, DeclaredVersion)]
    ) -> DeclaredVersion {
        var undecided = declaration
        undecided.model = nil
        undecided.variants = []
        undecided.issues = [difference(of: declaration.name, found.map(\.0), at: declaration.location)]
        return undecided
    }

    /// Models that containers list, or `--models` does. A target that opens a store with some of an app's models lists less,
    /// which is no other version as long as the models they share are alike.
    private func unversioned(
        _ found: [(TargetView, DeclaredVersion)], _ whole: () -> ProjectDeclarations
    ) -> [DeclaredVersion] {
        let isTestOnly = found.allSatisfy { $0.0.isTest }
        let candidates = found.filter { isTestOnly || !$0.0.isTest }
        let readable = candidates.filter { $0.1.model != nil }
        guard let largest = readable.max(by: { $0.1.entityCount < $1.1.entityCount })?.1 else { return [found[0].1] }
        if readable.allSatisfy({ largest.holds($0.1) }) { return [largest] }
        let isDivided = readable.contains { one in readable.contains { !one.1.agrees(with: $0.1) } }
        if !isDivided, let union = whole().schemas.first(where: \.isUnversioned), union.model != nil { return [union] }
        return [undecided(largest, readable)]
    }
}

extension ProjectDeclarations {
    /// Keeps what files declare for which a condition holds. Models without a `VersionedSchema` are of no one file.
    fileprivate mutating func keep(_ isOwn: (String) -> Bool) {
        schemas.removeAll { !$0.isUnversioned && !isOwn($0.location.file) }
        plans.removeAll { !isOwn($0.location.file) }
        containers.removeAll { !isOwn($0.location.file) }
        storeCopies.removeAll { !isOwn($0.location.file) }
    }
}

extension DeclaredVersion {
    /// Whether it is the same version with the same model, wherever it stands.
    fileprivate func isAlike(_ other: DeclaredVersion) -> Bool {
        version == other.version && versionIdentifier == other.versionIdentifier && model == other.model
            && variants.map(\.condition) == other.variants.map(\.condition)
            && variants.map(\.content) == other.variants.map(\.content)
    }

    fileprivate var entityCount: Int { model?.known?.entities.count ?? 0 }

    /// Whether every entity of another declaration is one of this.
    fileprivate func holds(_ other: DeclaredVersion) -> Bool {
        (other.model?.known?.entities ?? []).allSatisfy { model?.known?.entity(named: $0.name) == $0 }
    }

    /// Whether the entities that both have are the same.
    fileprivate func agrees(with other: DeclaredVersion) -> Bool {
        (other.model?.known?.entities ?? []).allSatisfy { entity in
            model?.known?.entity(named: entity.name).map { $0 == entity } ?? true
        }
    }
}

extension PlanDeclaration {
    /// Whether it lists the same versions and stages, wherever it stands.
    fileprivate func isAlike(_ other: PlanDeclaration) -> Bool {
        schemas == other.schemas && stages.map(\.kind) == other.stages.map(\.kind)
            && stages.map(\.from) == other.stages.map(\.from) && stages.map(\.to) == other.stages.map(\.to)
    }
}
