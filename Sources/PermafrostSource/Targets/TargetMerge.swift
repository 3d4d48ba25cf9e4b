import PermafrostModel

/// A merge of the declarations that a project's targets contain. A declaration that is the same in several targets is
/// included once. If it differs between targets for the same platform, an issue lists these targets.
struct TargetMerge {
    /// A view of the project's files, and the declarations that were read for it.
    struct Reading {
        var view: TargetView
        var declarations: ProjectDeclarations
    }

    private let readings: [Reading]
    /// The platform whose stores are frozen.
    private let preferred: Platform

    /// Creates a merge of the declarations in each view's own files, and of models without a `VersionedSchema`.
    ///
    /// - Parameter readings: the declarations of all views. The views of apps come first.
    init(_ readings: [Reading], preferred: Platform) {
        self.preferred = preferred
        self.readings = readings.map { reading in
            var own = reading
            own.declarations.keep { reading.view.own.contains($0) }
            return own
        }
    }

    /// Returns the merged declarations.
    ///
    /// - Parameter whole: a closure that returns the declarations in all files, regardless of targets.
    func declarations(whole: () -> ProjectDeclarations) -> ProjectDeclarations {
        var result = ProjectDeclarations()
        result.schemas = merged(\.schemas, name: \.name) { name, found in
            found.contains { $0.1.isUnversioned } ? unversioned(found, whole) : versioned(name, found)
        }
        result.plans = merged(\.plans, name: \.name) { name, found in
            let first = main(of: found)
            var plan = first.1
            if found.contains(where: { !$0.1.isAlike(plan) && !$0.0.platforms.isDisjoint(with: first.0.platforms) }) {
                plan.issues.append(difference(of: name, found.map(\.0), at: plan.location))
            }
            plan.combineStaging(with: found.map { (plan: $0.1, platforms: $0.0.platforms.all) })
            return [plan]
        }
        result.containers = unique(readings.flatMap(\.declarations.containers), \.location).map { container in
            // Containers in different targets may share a store, so they are compared unless their folders belong to
            // different modules.
            var container = container
            container.module = SourcePaths.module(of: container.location.file)
            return container
        }
        result.coreDataStores = unique(readings.flatMap(\.declarations.coreDataStores), \.location)
        result.storeCopies = unique(readings.flatMap(\.declarations.storeCopies), \.location)
        result.coreDataFailures = unique(readings.flatMap(\.declarations.coreDataFailures), \.self)
        result.coreDataPlaces = unique(readings.flatMap(\.declarations.coreDataPlaces), \.self)
        result.batchDeletes = unique(readings.flatMap(\.declarations.batchDeletes), \.location)
        result.issues = unique(readings.flatMap(\.declarations.issues), \.self)
        return result
    }

    // MARK: Pairing

    /// Merges declarations with the same name from different views. If a view has several declarations with one name,
    /// only removes duplicates of these instead of merging them.
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
            guard found.count > 1 || list == \ProjectDeclarations.schemas else { return found.map(\.1) }
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

    /// Returns the declaration of the first target that is built for the platform whose stores are frozen. If no such
    /// target is known, returns the first declaration.
    private func main<Declaration>(of found: [(TargetView, Declaration)]) -> (TargetView, Declaration) {
        found.first { $0.0.platforms.certainly(includes: preferred) } ?? found[0]
    }

    private func versioned(_ name: String, _ found: [(TargetView, DeclaredVersion)]) -> [DeclaredVersion] {
        let readable = found.filter { $0.1.model != nil }
        guard !readable.isEmpty else { return [found[0].1] }
        let (view, declaration) = main(of: readable)
        var first = declaration
        for (other, differing) in readable where !differing.isAlike(first) {
            guard first.add(differing, of: other.platforms, besides: view.platforms) else {
                return [undecided(first, readable)]
            }
        }
        // If another target can read the version, its problems in this target are only warnings.
        for (_, other) in found where other.model == nil {
            first.issues += other.issues.map { SourceIssue($0.problem, severity: .warning, at: $0.location) }
                .filter { !first.issues.contains($0) }
        }
        return [first]
    }

    /// Returns the declaration without its model, because targets have different models for the version. Its only issue
    /// lists these targets.
    private func undecided(
        _ declaration: DeclaredVersion, _ found: [(TargetView, DeclaredVersion)]
    ) -> DeclaredVersion {
        var undecided = declaration
        undecided.model = nil
        undecided.variants = []
        undecided.issues = [difference(of: declaration.name, found.map(\.0), at: declaration.location)]
        return undecided
    }

    /// Merges the declarations of models without a `VersionedSchema`, which containers or `--models` list. Returns one
    /// declaration for each store.
    ///
    /// A store in an app group's container is shared by targets. A store in a data folder belongs to one target.
    /// However, if a target lists only models that an app also lists, the two stores have the same versions and share a
    /// declaration.
    private func unversioned(
        _ found: [(TargetView, DeclaredVersion)], _ whole: () -> ProjectDeclarations
    ) -> [DeclaredVersion] {
        let isTestOnly = found.allSatisfy { $0.0.isTest }
        var rest = found.filter { isTestOnly || !$0.0.isTest }
        var stores: [[(TargetView, DeclaredVersion)]] = []
        while let (view, first) = rest.first(where: { $0.1.model != nil }) ?? rest.first {
            let apart = rest.filter { other in !areOfOneStore((view, first), other) }
            stores.append(rest.filter { other in areOfOneStore((view, first), other) })
            rest = apart
        }
        return stores.enumerated().map { index, store in
            var merged = ofOneStore(store, whole)
            // The store of the most important target keeps the name.
            if index > 0 || isNameTaken(store), let target = store.first?.0.names.first {
                merged = merged.renamed(PackageTarget.module(named: target) + merged.name)
            }
            return merged
        }
    }

    /// Returns whether a more important app already declares versions, of other models. Before it did, its store had the
    /// name that the given store would have.
    private func isNameTaken(_ store: [(TargetView, DeclaredVersion)]) -> Bool {
        guard let (view, models) = store.first, view.isApp, models.name == DeclaredVersion.unversionedName else {
            return false
        }
        return readings.prefix { $0.view.names != view.names }.contains { reading in
            let versions = reading.declarations.schemas.filter { !$0.isUnversioned }
            return reading.view.isApp && !versions.isEmpty && versions.allSatisfy { $0.isUnrelated(to: models) }
        }
    }

    /// Returns whether two targets' models belong to the same store, or to stores with the same versions.
    private func areOfOneStore(_ left: (TargetView, DeclaredVersion), _ right: (TargetView, DeclaredVersion)) -> Bool {
        guard let first = left.1.store, let second = right.1.store else { return true }
        if left.0.names == right.0.names { return true }
        // Apps for different platforms run on different devices.
        let areApart = left.0.platforms.isDisjoint(with: right.0.platforms)
        switch areApart ? .different : first.relation(to: second, sharesProcess: false) {
        case .same: return true
        // A correct app doesn't open one store with unrelated models.
        case .unknown:
            return left.1.agrees(with: right.1) && right.1.agrees(with: left.1) && !left.1.isUnrelated(to: right.1)
        case .different:
            guard left.1.model != nil, right.1.model != nil else { return left.1.model == nil || right.1.model == nil }
            if left.1.model == right.1.model { return true }
            return !(left.0.isApp && right.0.isApp) && (left.1.holds(right.1) || right.1.holds(left.1))
        }
    }

    /// Merges the models that targets list for one store. A target such as a widget may list only some of an app's
    /// models. It has the same version as the app if the models that both list are equal. If the models can't be
    /// merged, the result has no model, and an issue lists the targets.
    private func ofOneStore(
        _ candidates: [(TargetView, DeclaredVersion)], _ whole: () -> ProjectDeclarations
    ) -> DeclaredVersion {
        let readable = candidates.filter { $0.1.model != nil }
        guard let largest = readable.max(by: { $0.1.entityCount < $1.1.entityCount })?.1 else { return candidates[0].1 }
        if readable.allSatisfy({ largest.holds($0.1) }) { return largest }
        let isDivided = readable.contains { one in readable.contains { !one.1.agrees(with: $0.1) } }
        let unions = isDivided ? [] : whole().schemas.filter(\.isUnversioned)
        if let union = unions.first(where: { $0.name == largest.name && $0.model != nil }) { return union }
        return undecided(largest, readable)
    }
}

extension ProjectDeclarations {
    /// Removes the declarations in files that don't satisfy a condition. Keeps models without a `VersionedSchema`,
    /// because such models don't belong to a single file.
    fileprivate mutating func keep(_ isOwn: (String) -> Bool) {
        schemas.removeAll { !$0.isUnversioned && !isOwn($0.location.file) }
        plans.removeAll { !isOwn($0.location.file) }
        containers.removeAll { !isOwn($0.location.file) }
        coreDataStores.removeAll { !isOwn($0.location.file) }
        storeCopies.removeAll { !isOwn($0.location.file) }
        coreDataFailures.removeAll { !isOwn($0.location.file) }
        coreDataPlaces.removeAll { !isOwn($0.location.file) }
        batchDeletes.removeAll { !isOwn($0.location.file) }
    }
}

extension DeclaredVersion {
    /// Returns whether two declarations are the same version with the same model. Ignores their locations.
    func isAlike(_ other: DeclaredVersion) -> Bool {
        version == other.version && versionIdentifier == other.versionIdentifier && model == other.model
            && variants.map(\.condition) == other.variants.map(\.condition)
            && variants.map(\.content) == other.variants.map(\.content)
    }

    /// Adds another target's declaration of the same version. If the models differ and the targets are built for
    /// different platforms, the other declaration's model becomes a variant.
    ///
    /// - Parameters:
    ///   - platforms: the platforms that the other target is built for.
    ///   - own: the platforms that this declaration's target is built for.
    /// - Returns: false if the versions' names or identifiers differ, or if the models differ for the same platform.
    fileprivate mutating func add(
        _ other: DeclaredVersion, of platforms: TargetPlatforms, besides own: TargetPlatforms
    ) -> Bool {
        guard version == other.version, versionIdentifier == other.versionIdentifier else { return false }
        var added = other.variants
        if other.model != model {
            guard platforms.isDisjoint(with: own) else { return false }
            let names = other.platforms.isEmpty ? platforms.all.map(\.rawValue) : other.platforms
            added.append(
                SchemaVersion.Variant(
                    condition: names.map { "os(\($0))" }.joined(separator: " || "), platforms: names,
                    location: other.location, content: other.model))
        }
        for variant in added where variant.content != model {
            if let known = variants.first(where: { $0.condition == variant.condition }) {
                guard known.content == variant.content else { return false }
            } else {
                variants.append(variant)
            }
        }
        if !variants.isEmpty, self.platforms.isEmpty { self.platforms = own.all.map(\.rawValue) }
        return true
    }

    fileprivate var entityCount: Int { model?.known?.entities.count ?? 0 }

    /// Returns whether this declaration has an equal entity for each entity of the other declaration.
    fileprivate func holds(_ other: DeclaredVersion) -> Bool {
        (other.model?.known?.entities ?? []).allSatisfy { model?.known?.entity(named: $0.name) == $0 }
    }

    /// Returns whether both models are known and have no entity in common.
    fileprivate func isUnrelated(to other: DeclaredVersion) -> Bool {
        guard let own = model?.known?.entities, let others = other.model?.known?.entities else { return false }
        return Set(own.map(\.name)).isDisjoint(with: others.map(\.name))
    }

    /// Returns whether the entities that both declarations have are equal.
    fileprivate func agrees(with other: DeclaredVersion) -> Bool {
        (other.model?.known?.entities ?? []).allSatisfy { entity in
            model?.known?.entity(named: entity.name).map { $0 == entity } ?? true
        }
    }
}

extension PlanDeclaration {
    /// Returns whether two plans list the same versions, and stages of the same kinds between the same versions.
    func isAlike(_ other: PlanDeclaration) -> Bool {
        schemas == other.schemas && stages.map(\.kind) == other.stages.map(\.kind)
            && stages.map(\.from) == other.stages.map(\.from) && stages.map(\.to) == other.stages.map(\.to)
    }
}
