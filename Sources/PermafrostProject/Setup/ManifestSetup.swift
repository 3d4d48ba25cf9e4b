import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The parts that a package's manifest lacks: the dependency on Permafrost, and the products that targets need for tests,
/// for FreezeRay's functions and, on Linux, for SwiftData. The manifest isn't changed.
package struct ManifestSetup: Sendable {
    /// The additions to a manifest.
    package struct Additions: Sendable, Hashable {
        /// A product that a target lacks.
        package struct Product: Sendable, Hashable {
            package let name: String
            package let target: String
        }

        /// The package dependency, or nil if the manifest has it.
        package let dependency: PackageDependency?
        package let products: [Product]
        /// The name that targets use for Permafrost's package.
        package let package: String
        /// Whether SwiftPM's own commands can make the additions, because the manifest doesn't compute its lists.
        package let isEditable: Bool
    }

    /// The additions, or nil if nothing is missing.
    private(set) var additions: Additions?
    /// Whether a test target must get the product for tests, because no test target has it and the right one can't be
    /// determined.
    private(set) var needsTestTarget = false
    /// The name that targets use for Permafrost's package.
    private(set) var package = ToolCommand.package
    /// Whether the manifest depends on `permafrost-plugins`, the package with prebuilt tools.
    private(set) var hasPrebuiltPlugins = false
    /// The manifest's text, or nil if the project's folder has none.
    private(set) var text: String?

    /// Whether targets with models need the product `Permafrost`. True on Linux, where the product contains the module
    /// SwiftData.
    private static var needsSwiftData: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// Determines the additions. Permafrost's own manifest lacks nothing.
    ///
    /// - Parameters:
    ///   - groups: the groups of the project's versions.
    ///   - executable: the path of this process's executable.
    /// - Throws: a `FileError` or `UnreadableFile` if the manifest or the project's folder can't be read.
    init(_ project: Project, _ groups: [VersionGroup], executable: String?) throws {
        let directory = project.options.directory
        guard let bytes = try NewFiles.existing(directory + "/Package.swift") else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        self.text = text
        let manifest = PackageDependencies(parsing: text)
        hasPrebuiltPlugins = ToolSource.listsPlugins(manifest)
        let targets = try KnownTargets(directory: directory).targets
        // This is Permafrost's own package.
        guard !targets.contains(where: { $0.name == ManifestGaps.testing }) else { return }
        let declared = ManifestGaps.name(in: manifest, directory)
        let dependency =
            try PackageDependency(ToolSource(ofPinsIn: directory))
            ?? PackageDependency(builtAt: executable, project: directory) ?? .unknown
        package = declared ?? dependency.name
        let files = Set(
            groups.flatMap(\.schemas).flatMap { schema in
                [schema.location.file] + schema.schemaVersion.classes.values.map(\.file)
            })
        let folder = try FolderTargets(directory: directory)
        let names = ModuleNames(targets: targets, directory: directory)
        // If the manifest computes some targets, the files of the others are only known from their folders.
        func holders(of files: Set<String>) -> [String] {
            let listed = folder.packageTargets(of: files)
            return listed.isEmpty ? files.compactMap { names.target(of: $0)?.name }.unique.sorted() : listed
        }
        let callers = holders(of: folder.sources(importing: ["FreezeRay", Self.freezeRay]))
        // A package that only uses the plugins needs no product.
        guard declared != nil || !hasPrebuiltPlugins || !callers.isEmpty else { return }
        let products = products(
            for: holders(of: files), andFreezeRay: callers, among: targets, isMissing: declared == nil)
        guard declared == nil || !products.isEmpty else { return }
        additions = Additions(
            dependency: declared == nil ? dependency : nil, products: products, package: package,
            isEditable: manifest.isLiteral)
    }

    /// The product with FreezeRay's functions. It also has everything that the product `Permafrost` has.
    private static let freezeRay = "PermafrostFreezeRay"

    /// Returns the products that targets lack. Sets ``needsTestTarget`` if no test target uses the product for tests
    /// and the target that needs it can't be determined.
    ///
    /// - Parameters:
    ///   - models: the names of the targets with the models.
    ///   - callers: the names of the targets that import FreezeRay's module, or the module that replaces it.
    ///   - isMissing: whether the package doesn't depend on Permafrost, so that every product is missing.
    private mutating func products(
        for models: [String], andFreezeRay callers: [String], among targets: [PackageTarget], isMissing: Bool
    ) -> [Additions.Product] {
        // Two branches of a manifest can declare the same target.
        func names(_ isIncluded: (PackageTarget) -> Bool) -> [String] { targets.filter(isIncluded).map(\.name).unique }
        var products: [Additions.Product] = []
        if Self.needsSwiftData {
            let lacking = names {
                models.contains($0.name) && !$0.isTest && !callers.contains($0.name)
                    && (isMissing || !ManifestGaps.reachesPermafrost($0, among: targets))
            }
            products += lacking.map { Additions.Product(name: "Permafrost", target: $0) }
        }
        products += names { callers.contains($0.name) && !$0.dependencies.contains(Self.freezeRay) }
            .map { Additions.Product(name: Self.freezeRay, target: $0) }
        let tests = targets.filter(\.isTest)
        let isTested = tests.contains { callers.contains($0.name) || $0.dependencies.contains(ManifestGaps.testing) }
        guard !isTested else { return products }
        let own = names { test in test.isTest && models.contains(where: test.dependencies.contains) }
        let candidates = own.isEmpty ? tests.map(\.name).unique : own
        let named = candidates.filter { test in models.contains { test == $0 + "Tests" } }
        if let test = named.count == 1 ? named.first : candidates.count == 1 ? candidates.first : nil {
            products.append(Additions.Product(name: ManifestGaps.testing, target: test))
        } else {
            needsTestTarget = true
        }
        return products
    }
}
