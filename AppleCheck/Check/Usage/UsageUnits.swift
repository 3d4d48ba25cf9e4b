import Foundation

/// What is checked besides the modules and plugins of the manifest: code as people write it with the package.
enum UsageUnits {
    /// The units, in an order in which each comes after those that it imports.
    ///
    /// - Parameters:
    ///   - repository: the folder of the repository.
    ///   - plan: what the manifest names, the examples included.
    ///   - products: the folder with the built tools of the package.
    static func all(
        repository: String, plan: ManifestPlan, scratch: String, products: String, toolchain: Toolchain
    ) throws -> [CheckUnit] {
        let examples = plan.units.map(\.name).filter { $0.hasSuffix("Example") }
        // A Mac builds the kit as a package of its own. A symbolic link makes the examples part of it.
        let kit = CheckUnit(
            name: "Verify", sources: try sources(in: "Verification/Sources/Verify", of: repository),
            dependencies: ["Permafrost"], platforms: [.macOS])
        let consumer = ConsumerPackage(
            repository: repository, scratch: scratch, products: products, toolchain: toolchain)
        let samples = try DocumentSamples.units(
            in: repository, dependencies: ["Permafrost", "PermafrostMacros", "PermafrostTesting"] + examples,
            toolchain: toolchain)
        return samples + [kit] + (try consumer.units())
    }

    /// The Swift files of a folder, with those of the folders in it.
    static func sources(in folder: String, of repository: String) throws -> [CheckUnit.Source] {
        try contents(of: folder, in: repository).flatMap { name -> [CheckUnit.Source] in
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".swift") { return [try CheckUnit.Source(repository: repository, path: path)] }
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: "\(repository)/\(path)", isDirectory: &isFolder)
            return exists && isFolder.boolValue ? try sources(in: path, of: repository) : []
        }
    }

    private static func contents(of folder: String, in repository: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "\(repository)/\(folder)").sorted()
        } catch {
            throw CheckFailure("cannot list \(folder): \(error.localizedDescription)")
        }
    }
}
