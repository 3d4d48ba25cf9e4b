import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The dependencies that tests need but the package's manifest doesn't list.
package struct ManifestGaps: Sendable, Hashable {
    /// The name of the test target. Nil if there are no tests, there is no package, or its manifest doesn't list a
    /// target for the test folder.
    package private(set) var target: String?
    /// The products and targets that the test target must also depend on.
    package private(set) var dependencies: [String] = []
    /// The targets with models that must also depend on the Permafrost product, because it contains SwiftData on Linux.
    /// Always empty on macOS.
    package private(set) var modelTargets: [String] = []
    /// The name of the Permafrost package in the manifest. Nil if the manifest doesn't list the package, or if no
    /// dependency is missing. If the manifest computes its dependencies, this may be the package's usual name.
    package private(set) var package: String?

    /// The product that the tests import.
    package static let testing = "PermafrostTesting"
    private static let products: Set = [
        "Permafrost", testing, "PermafrostMacros", "PermafrostInspect", "PermafrostFreezeRay", "DriftGate",
    ]

    /// Whether no dependency is missing.
    package var isEmpty: Bool { dependencies.isEmpty && modelTargets.isEmpty }

    /// Compares the manifest with the modules that test files import. Targets whose dependencies are computed count as
    /// complete.
    ///
    /// - Throws: `UnreadableFile` if the manifest can't be read.
    init(
        of target: PackageTarget?, for files: [TestFile], among targets: [PackageTarget], in directory: String
    ) throws {
        guard let target, !files.isEmpty else { return }
        self.target = target.name
        let modules = Set(files.flatMap(\.modules))
        let own = targets.filter { modules.contains($0.module) }
        // Two branches of the manifest can declare the same target.
        if target.listsAllDependencies {
            dependencies = ([Self.testing] + own.map(\.name)).unique.filter { !target.dependencies.contains($0) }
        }
        #if os(Linux)
            modelTargets = own.filter { !Self.reachesPermafrost($0, among: targets) }.map(\.name).unique
        #endif
        guard !isEmpty else { return }
        let manifest = try PackageDependencies(directory: directory)
        package = ToolCommand.pluginPackage ?? Self.name(in: manifest, directory)
        // A computed list may contain the package.
        if package == nil, !manifest.isComplete { package = ToolCommand.package }
    }

    /// Returns whether a target depends on one of Permafrost's products, directly or through other targets. A target
    /// that doesn't list all its dependencies counts as dependent.
    static func reachesPermafrost(_ target: PackageTarget, among targets: [PackageTarget]) -> Bool {
        var seen: Set<String> = []
        var rest = [target]
        while let next = rest.popLast() {
            guard seen.insert(next.name).inserted else { continue }
            if !next.listsAllDependencies || !products.isDisjoint(with: next.dependencies) { return true }
            rest += targets.filter { next.dependencies.contains($0.name) }
        }
        return false
    }

    /// Returns the manifest's name for Permafrost's package, or nil if the manifest doesn't list it. The package is
    /// recognized by its products, by its name or, at a local path, by its own manifest.
    static func name(in manifest: PackageDependencies, _ directory: String) -> String? {
        if let used = products.sorted().lazy.compactMap({ manifest.packages[$0] }).first { return used }
        if let own = manifest.listed.first(where: { $0.name.lowercased() == "permafrost" }) { return own.name }
        return manifest.listed.first { dependency in
            guard let path = dependency.path else { return false }
            let folder = path.hasPrefix("/") ? path : directory + "/" + path
            // A package that can't be read isn't Permafrost.
            let text = try? DirectorySources(directory: folder).withBytes(of: "Package.swift") {
                String(decoding: $0, as: UTF8.self)
            }
            return text?.contains("name: \"\(testing)\"") == true
        }?.name
    }
}
