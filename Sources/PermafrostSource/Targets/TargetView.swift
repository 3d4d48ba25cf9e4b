/// The files that a target can see: its own files, and the files of modules that it can import. Several targets can
/// share a view, such as all package libraries.
struct TargetView: Sendable {
    /// The names of the targets that share the view.
    var names: [String]
    /// The files whose declarations belong to the view. Declarations in the view's other ``files`` are only used to
    /// resolve names.
    var own: Set<String>
    /// The paths of the files that are visible in the view, including the ``own`` files.
    var files: Set<String>
    /// The module of each visible file that belongs to a target, keyed by path. If a file also belongs to the view's
    /// own target, this is that target's module.
    var modules: [String: String]
    /// The modules of all targets. A target may import one of them under a condition.
    var others: Set<String> = []
    /// Whether the view belongs to a test target.
    var isTest = false
    var isApp = false
    /// The platforms that the targets are built for.
    var platforms = TargetPlatforms.unknown
    /// Whether this is a view of libraries, which apps can contain.
    var holdsLibraries = false
}

extension TargetMembership {
    /// Returns the views whose declarations are evaluated. Each relevant file that belongs to one of ``targets`` is in
    /// the view of a target that compiles it.
    ///
    /// A target doesn't get its own view if all of its relevant files also belong to another target that has one.
    /// Unless the user selected a target, all package libraries share a view, because libraries never share files. The
    /// result is empty if no target has relevant files.
    ///
    /// - Parameter relevant: the paths of the files with declarations, and of the files that those declarations need.
    func views(of relevant: [String]) -> [TargetView] {
        let relevant = Set(relevant)
        var libraries: [Reference] = []
        var kept: [(reference: Reference, files: Set<String>)] = []
        var represented: [(files: Set<String>, platforms: TargetPlatforms)] = []
        for reference in targets {
            let target = target(reference)
            let files = target.files.intersection(relevant)
            guard !files.isEmpty else { continue }
            if !isChosen, target.kind == .library, lists[reference.list].isManifest {
                libraries.append(reference)
                continue
            }
            if target.kind != .test { represented.append((files, target.platforms)) }
            guard !kept.contains(where: { files.isSubset(of: $0.files) }) else { continue }
            // A widget or a test can't represent the app, because it is a different module.
            kept.removeAll { self.target($0.reference).kind == target.kind && $0.files.isSubset(of: files) }
            kept.append((reference, files))
        }
        var views = kept.map { kept in
            var view = view(of: kept.reference)
            // The view also represents the targets whose files it has.
            for other in represented where other.files.isSubset(of: kept.files) {
                view.platforms.formUnion(other.platforms)
            }
            return view
        }
        if !libraries.isEmpty { views.append(view(ofLibraries: libraries)) }
        let others = Set(lists.flatMap(\.targets).map(\.module))
        for index in views.indices { views[index].others = others }
        if let apps = appPlatforms {
            for index in views.indices where views[index].holdsLibraries { views[index].platforms.limit(to: apps) }
        }
        return views
    }

    /// Returns whether there is an app that can see none of the given files.
    func hasApp(withoutAnyOf files: Set<String>) -> Bool {
        targets.contains { target($0).kind == .application && view(of: $0).files.isDisjoint(with: files) }
    }

    /// The platforms of all apps in Xcode projects, or nil if the projects don't have an app.
    private var appPlatforms: TargetPlatforms? {
        let apps = lists.filter { !$0.isManifest }.flatMap(\.targets).filter { $0.kind == .application }
            .map(\.platforms)
        return apps.dropFirst().reduce(into: apps.first) { $0?.formUnion($1) }
    }

    private func view(of reference: Reference) -> TargetView {
        let target = target(reference)
        var view = TargetView(
            names: [name(of: reference)], own: target.files.union(free), files: target.files.union(free), modules: [:],
            isTest: target.kind == .test, isApp: target.kind == .application, platforms: target.platforms,
            holdsLibraries: target.kind == .library)
        for file in target.files { view.modules[file] = target.module }
        for other in Self.importable(by: reference, lists) {
            view.files.formUnion(other.files)
            for file in other.files where view.modules[file] == nil { view.modules[file] = other.module }
        }
        if isChosen { view.own = view.files }
        return view
    }

    /// Returns a view for all package libraries and the ``free`` files. Declarations with the same name are
    /// distinguished by module.
    private func view(ofLibraries libraries: [Reference]) -> TargetView {
        var view = TargetView(
            names: libraries.map(name(of:)), own: free, files: free, modules: [:], holdsLibraries: true)
        for reference in libraries {
            let target = target(reference)
            if reference == libraries.first {
                view.platforms = target.platforms
            } else {
                view.platforms.formUnion(target.platforms)
            }
            view.own.formUnion(target.files)
            view.files.formUnion(target.files)
            for file in target.files { view.modules[file] = target.module }
        }
        return view
    }
}
