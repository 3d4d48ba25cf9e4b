import Foundation
import PermafrostSource
import PermafrostStore

/// The changes of a package's manifest that let the package use Permafrost: the dependency, the product for tests and,
/// on Linux, the product with SwiftData for the models.
package struct ManifestSetup: Sendable {
    /// The reason why the manifest isn't changed.
    package enum Reason: Error, Sendable, Hashable {
        /// The address of Permafrost's package isn't known.
        case unknownAddress
        case obstacle(ManifestEdit.Obstacle)
    }

    /// The code that the user must add to the manifest.
    package struct Advice: Sendable, Hashable {
        package let reason: Reason
        /// The package dependency; nil if the manifest has it.
        package let dependency: String?
        package let products: [ManifestEdit.TargetDependency]
    }

    /// The changed manifest; nil if nothing is missing or if it isn't changed.
    private(set) var file: ProjectSetup.File?
    /// The code that the user must add, because the manifest isn't changed.
    private(set) var advice: Advice?
    /// The path of Permafrost's package, if ``file`` has a dependency on it.
    private(set) var addedPath: String?
    /// Whether ``file`` adds a dependency on a repository.
    private(set) var addsRepository = false
    /// Whether the user must select or add a test target, because the manifest has none or several for the models.
    private(set) var needsTestTarget = false
    /// The name that targets use for Permafrost's package.
    private(set) var package = ToolCommand.package
    /// The manifest's text; nil if the project's folder has none.
    private(set) var text: String?

    /// Whether a target with models needs the product `Permafrost`, which has the module SwiftData on Linux.
    private static var needsSwiftData: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// Determines the changes.
    ///
    /// - Parameters:
    ///   - group: the group of the project's versions.
    ///   - given: the dependency that the user specified; nil to determine it.
    ///   - executable: the path of this process's executable.
    /// - Throws: a `FileError` or `UnreadableFile` if the manifest or the project's folder can't be read.
    init(_ project: Project, _ group: VersionGroup, given: PackageDependency?, executable: String?) throws {
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
        text = String(decoding: bytes, as: UTF8.self)
        let targets = try PackageReader(directory: directory).targets()
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
        let models = try FolderTargets(directory: directory).packageTargets(of: files)
        let products = products(for: models, among: targets)
        guard isMissing || !products.isEmpty else { return }
        let code = isMissing ? dependency?.code ?? PackageDependency.unknown : nil
        do throws(Reason) {
            let new = try Self.text(edit, adding: code, products)
            guard !isMissing || dependency != nil else { throw .unknownAddress }
            let kept = Set((text ?? "").split(whereSeparator: \.isNewline))
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

    private static func edit(of bytes: [UInt8]) -> Result<ManifestEdit, ManifestEdit.Obstacle> {
        Result { () throws(ManifestEdit.Obstacle) in
            try ManifestEdit(
                bytes, names: [PackageDependency.usualName, ToolCommand.package.lowercased()],
                productPrefix: "Permafrost")
        }
    }

    /// Returns the products that targets lack.
    ///
    /// - Parameter models: the names of the targets with the models.
    private mutating func products(for models: [String], among targets: [PackageTarget])
        -> [ManifestEdit.TargetDependency]
    {
        var products: [ManifestEdit.TargetDependency] = []
        if Self.needsSwiftData {
            let lacking = targets.filter {
                models.contains($0.name) && !$0.isTest && !$0.dependencies.contains("Permafrost")
            }
            products += lacking.map { product("Permafrost", of: $0) }
        }
        let tests = targets.filter(\.isTest)
        guard !tests.contains(where: { $0.dependencies.contains("PermafrostTesting") }) else { return products }
        let own = tests.filter { test in models.contains(where: test.dependencies.contains) }
        let candidates = own.isEmpty ? tests : own
        let named = candidates.filter { test in models.contains { test.name == $0 + "Tests" } }
        if let test = named.count == 1 ? named.first : candidates.count == 1 ? candidates.first : nil {
            products.append(product("PermafrostTesting", of: test))
        } else {
            needsTestTarget = true
        }
        return products
    }

    private func product(_ name: String, of target: PackageTarget) -> ManifestEdit.TargetDependency {
        ManifestEdit.TargetDependency(
            target: target.name, code: ".product(name: \"\(name)\", package: \"\(package)\")")
    }
}
