import Foundation

/// The code that is checked in addition to the manifest's modules and plugins: typical code that uses the package.
enum UsageUnits {
    /// Returns the units, ordered so that each one comes after its imports.
    ///
    /// - Parameters:
    ///   - repository: the repository's folder.
    ///   - plan: the modules in the manifest, including the examples.
    ///   - products: the folder with the package's built tools.
    static func all(
        repository: String, plan: ManifestPlan, scratch: String, products: String, toolchain: Toolchain
    ) throws -> [CheckUnit] {
        let examples = plan.units.map(\.name).filter { $0.hasSuffix("Example") }
        // On a Mac, the kit is a separate package. A symbolic link makes the examples part of it.
        let kit = CheckUnit(
            name: "Verify", sources: try sources(in: "Verification/Sources/Verify", of: repository),
            dependencies: ["Permafrost"], platforms: [.macOS])
        let consumer = ConsumerPackage(
            repository: repository, scratch: scratch, products: products, toolchain: toolchain)
        let samples = try DocumentSamples.units(
            in: repository,
            dependencies: [
                "Permafrost", "PermafrostMacros", "PermafrostTesting", "PermafrostFreezeRay", "PermafrostInspect",
            ] + examples,
            toolchain: toolchain)
        return samples + [kit] + (try consumer.units())
    }

    /// Returns the Swift files in a folder and its subfolders.
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
            throw CheckFailure("can't list \(folder): \(error.localizedDescription)")
        }
    }
}
