/// The files that one target sees, or several that see the same: its own, and those of modules that it can import.
struct TargetView: Sendable {
    /// The names of the targets.
    var names: [String]
    /// The files whose declarations are read as this view's.
    var own: Set<String>
    /// All files in sight.
    var files: Set<String>
    /// The module of each file, as this view's target sees it.
    var modules: [String: String]
    /// Whether it is a test's.
    var isTest = false
}

extension TargetMembership {
    /// The views that have to be read one by one, so that each of the files that matter is read as a target's that compiles it.
    ///
    /// A target whose files are all another's as well needs no reading of its own: what it compiles is compiled there. Nor do
    /// the libraries of packages, whose files are never shared. Without any target there is no view.
    ///
    /// - Parameter relevant: the files that declare something, or are needed by what they declare.
    func views(of relevant: [String]) -> [TargetView] {
        let relevant = Set(relevant)
        var libraries: [Reference] = []
        var kept: [(reference: Reference, files: Set<String>)] = []
        for reference in targets {
            let target = target(reference)
            let files = target.files.intersection(relevant)
            guard !files.isEmpty else { continue }
            if !isChosen, target.kind == .library, lists[reference.list].isManifest {
                libraries.append(reference)
                continue
            }
            guard !kept.contains(where: { files.isSubset(of: $0.files) }) else { continue }
            // A widget or a test does not stand for the app, whose module its declarations are of.
            kept.removeAll { self.target($0.reference).kind == target.kind && $0.files.isSubset(of: files) }
            kept.append((reference, files))
        }
        var views = kept.map { view(of: $0.reference) }
        if !libraries.isEmpty { views.append(view(ofLibraries: libraries)) }
        return views
    }

    private func view(of reference: Reference) -> TargetView {
        let target = target(reference)
        var view = TargetView(
            names: [name(of: reference)], own: target.files.union(free), files: target.files.union(free), modules: [:],
            isTest: target.kind == .test)
        for file in target.files { view.modules[file] = target.module }
        for other in Self.importable(by: reference, lists) {
            view.files.formUnion(other.files)
            for file in other.files where view.modules[file] == nil { view.modules[file] = other.module }
        }
        if isChosen { view.own = view.files }
        return view
    }

    /// All libraries of packages, and what these can import, as one view: their modules keep them apart.
    private func view(ofLibraries libraries: [Reference]) -> TargetView {
        var view = TargetView(names: libraries.map(name(of:)), own: free, files: free, modules: [:])
        for reference in libraries {
            let target = target(reference)
            view.own.formUnion(target.files)
            view.files.formUnion(target.files)
            for file in target.files { view.modules[file] = target.module }
        }
        return view
    }
}
