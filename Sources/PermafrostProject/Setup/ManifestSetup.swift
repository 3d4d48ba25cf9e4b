import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The changes that add Permafrost to a package's manifest: the package dependency, and the products that targets need
/// for tests, for FreezeRay's functions and, on Linux, for SwiftData.
package struct ManifestSetup: Sendable {
    /// The reason that the manifest isn't changed.
    package enum Reason: Error, Sendable, Hashable {
        /// The address of Permafrost's package isn't known.
        case unknownAddress
        /// The user requested to leave the manifest unchanged.
        case skipped
        case obstacle(ManifestEdit.Obstacle)
    }

    /// The code that the user must add to the manifest.
    package struct Advice: Sendable, Hashable {
        package let reason: Reason
        /// The package dependency, or nil if the manifest has it.
        package let dependency: String?
        package let products: [ManifestEdit.TargetDependency]
    }

    /// The changed manifest. Nil if nothing is missing, or if ``advice`` contains the reason that the manifest isn't
    /// changed.
    private(set) var file: ProjectSetup.File?
    /// The code that the user must add if the manifest isn't changed. Nil if nothing is missing, or if the manifest is
    /// changed.
    private(set) var advice: Advice?
    /// The path of Permafrost's package if ``file`` adds a dependency on that path. Otherwise, nil.
    private(set) var addedPath: String?
    /// Whether ``file`` adds a dependency on a repository.
    private(set) var addsRepository = false
    /// Whether the user must add the product for tests to a test target, because no test target has it and the right
    /// one can't be determined.
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

    /// Determines the changes. Permafrost's own manifest isn't changed.
    ///
    /// - Parameters:
    ///   - group: the group of the project's versions.
    ///   - given: the dependency that the user specified; nil to determine it.
    ///   - skips: whether to leave the manifest unchanged and only create ``advice``.
    ///   - executable: the path of this process's executable.
    /// - Throws: a `FileError` or `UnreadableFile` if the manifest or the project's folder can't be read.
    init(
        _ project: Project, _ group: VersionGroup, given: PackageDependency?, skips: Bool, executable: String?
    ) throws {
        let directory = project.options.directory
        let path = directory + "/Package.swift"
        guard try FileKind(of: path) == .regular else {
            if try FileKind(of: path) == .symbolicLink {
                advice = Advice(
                    reason: .obstacle(.unreadable("it is a symbolic link")),
                    dependency: (given ?? PackageDependency(builtAt: executable, project: directory))?.code
                        ?? PackageDependency.unknown, products: [])
            }
            return
        }
        let bytes = try FileAccess.read(path)
        let text = String(decoding: bytes, as: UTF8.self)
        self.text = text
        hasPrebuiltPlugins = ToolSource.listsPlugins(PackageDependencies(parsing: text))
        let targets = try KnownTargets(directory: directory).targets
        // This is Permafrost's own package.
        guard !targets.contains(where: { $0.name == "PermafrostTesting" }) else { return }
        let source = try given == nil ? ToolSource(ofPinsIn: directory) : nil
        let dependency =
            given ?? source.flatMap(PackageDependency.init)
            ?? PackageDependency(builtAt: executable, project: directory)
        let edit = Self.edit(of: bytes)
        let declared = try? edit.get().declaredName
        let isMissing = declared == nil
        package = declared ?? dependency?.name ?? ToolCommand.package
        let files = Set(
            group.schemas.flatMap { schema in
                [schema.location.file] + schema.schemaVersion.classes.values.map(\.file)
            })
        let folder = try FolderTargets(directory: directory)
        let names = TestNames.ModuleNames(targets: targets, directory: directory)
        // If the manifest computes some targets, the files of the others are only known from their folders.
        func holders(of files: Set<String>) -> [String] {
            let listed = folder.packageTargets(of: files)
            return listed.isEmpty ? files.compactMap { names.target(of: $0)?.name }.unique.sorted() : listed
        }
        let callers = holders(of: folder.sources(importing: ["FreezeRay", Self.freezeRay]))
        // A package that only uses the plugins needs no product.
        guard !isMissing || !hasPrebuiltPlugins || given != nil || !callers.isEmpty else { return }
        let products = products(
            for: holders(of: files), andFreezeRay: callers, among: targets, isMissing: isMissing)
        guard isMissing || !products.isEmpty else { return }
        let code = isMissing ? dependency?.code ?? PackageDependency.unknown : nil
        do throws(Reason) {
            let new = try Self.text(edit, adding: code, products)
            guard !isMissing || dependency != nil else { throw .unknownAddress }
            guard !skips else { throw .skipped }
            let kept = Set(text.split(whereSeparator: \.isNewline))
            file = ProjectSetup.File(
                path: "Package.swift", old: bytes, text: new,
                added: new.split(whereSeparator: \.isNewline).filter { !kept.contains($0) }.map(String.init))
            addedPath = isMissing ? dependency?.path : nil
            addsRepository = isMissing && dependency?.path == nil
        } catch {
            advice = Advice(reason: error, dependency: code, products: products)
        }
    }

    private static func text(
        _ edit: Result<ManifestEdit, ManifestEdit.Obstacle>, adding code: String?,
        _ products: [ManifestEdit.TargetDependency]
    ) throws(Reason) -> String {
        do { return try edit.get().text(adding: code, products) } catch { throw .obstacle(error) }
    }

    /// Parses a manifest, to edit it or to find Permafrost's package in it.
    static func edit(of bytes: [UInt8]) -> Result<ManifestEdit, ManifestEdit.Obstacle> {
        Result { () throws(ManifestEdit.Obstacle) in
            try ManifestEdit(
                bytes, names: [PackageDependency.usualName, ToolCommand.package.lowercased()],
                productPrefix: "Permafrost")
        }
    }

    /// The product with FreezeRay's functions. It also has everything that the product `Permafrost` has.
    private static let freezeRay = "PermafrostFreezeRay"

    /// Returns the products that targets lack. Sets ``needsTestTarget`` if no test target uses the product for tests
    /// and the target to add it to can't be determined.
    ///
    /// - Parameters:
    ///   - models: the names of the targets with the models.
    ///   - callers: the names of the targets that import FreezeRay's module, or the module that replaces it.
    ///   - isMissing: whether the package doesn't depend on Permafrost, so that every product is missing.
    private mutating func products(
        for models: [String], andFreezeRay callers: [String], among targets: [PackageTarget], isMissing: Bool
    ) -> [ManifestEdit.TargetDependency] {
        // Two branches of a manifest can declare the same target.
        func names(_ isIncluded: (PackageTarget) -> Bool) -> [String] { targets.filter(isIncluded).map(\.name).unique }
        var products: [ManifestEdit.TargetDependency] = []
        if Self.needsSwiftData {
            let lacking = names {
                models.contains($0.name) && !$0.isTest && !callers.contains($0.name)
                    && (isMissing || !ManifestGaps.reachesPermafrost($0, among: targets))
            }
            products += lacking.map { product("Permafrost", of: $0) }
        }
        products += names { callers.contains($0.name) && !$0.dependencies.contains(Self.freezeRay) }
            .map { product(Self.freezeRay, of: $0) }
        let tests = targets.filter(\.isTest)
        let isTested = tests.contains { callers.contains($0.name) || $0.dependencies.contains(ManifestGaps.testing) }
        guard !isTested else { return products }
        let own = names { test in test.isTest && models.contains(where: test.dependencies.contains) }
        let candidates = own.isEmpty ? tests.map(\.name).unique : own
        let named = candidates.filter { test in models.contains { test == $0 + "Tests" } }
        if let test = named.count == 1 ? named.first : candidates.count == 1 ? candidates.first : nil {
            products.append(product(ManifestGaps.testing, of: test))
        } else {
            needsTestTarget = true
        }
        return products
    }

    private func product(_ name: String, of target: String) -> ManifestEdit.TargetDependency {
        ManifestEdit.TargetDependency(
            target: target, code: ".product(name: \"\(name)\", package: \"\(package)\")")
    }
}
