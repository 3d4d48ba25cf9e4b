import Foundation

/// A module that SwiftPM plans to compile, read from a build manifest.
struct PlannedModule {
    let name: String
    /// The module's Swift files, relative to the package.
    let files: [String]
    /// The names of the package's modules that the module imports, sorted.
    let dependencies: [String]
    /// The language settings: the version, defines, the default isolation, and upcoming features.
    let arguments: [String]

    /// Returns the modules in a build manifest (`debug.yaml`) that compile files of a package.
    ///
    /// - Parameter folder: the package's folder, with a trailing slash.
    /// - Throws: ``CheckFailure`` if the manifest has no such module, or a list that isn't JSON.
    static func modules(in manifest: String, below folder: String) throws -> [PlannedModule] {
        var modules: [String: PlannedModule] = [:]
        var inputs: [String] = []
        for line in manifest.split(separator: "\n") {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("inputs: [") {
                inputs = try PlannedBuild.list(line.dropFirst("inputs: ".count))
            } else if line.hasPrefix("args: ["), line.contains("\"-emit-module-path\"") {
                let arguments = try PlannedBuild.list(line.dropFirst("args: ".count))
                guard let name = arguments.firstIndex(of: "-module-name").map({ arguments[$0 + 1] }) else { continue }
                let files = inputs.filter { $0.hasPrefix(folder) && $0.hasSuffix(".swift") }
                // A module that the host's tools also need is planned twice, with the same files.
                guard !files.isEmpty, modules[name] == nil else { continue }
                modules[name] = PlannedModule(
                    name: name, files: files.map { String($0.dropFirst(folder.count)) }.sorted(),
                    dependencies: inputs.filter { $0.hasSuffix(".swiftmodule") }
                        .map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }.sorted(),
                    arguments: languageSettings(arguments))
            }
        }
        guard !modules.isEmpty else {
            throw CheckFailure("no module found in SwiftPM's build manifest: its format has changed")
        }
        return modules.values.map { module in
            PlannedModule(
                name: module.name, files: module.files,
                dependencies: module.dependencies.filter { modules[$0] != nil }, arguments: module.arguments)
        }
    }

    /// Returns the modules ordered by name, but each one after its dependencies.
    static func ordered(_ modules: [PlannedModule]) -> [PlannedModule] {
        let byName = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
        var result: [PlannedModule] = []
        var seen: Set<String> = []
        func visit(_ module: PlannedModule) {
            guard seen.insert(module.name).inserted else { return }
            module.dependencies.compactMap { byName[$0] }.forEach(visit)
            result.append(module)
        }
        modules.sorted { $0.name < $1.name }.forEach(visit)
        return result
    }

    private static func languageSettings(_ arguments: [String]) -> [String] {
        var settings: [String] = []
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case "-swift-version", "-default-isolation", "-enable-upcoming-feature", "-enable-experimental-feature":
                settings += [argument, arguments[index + 1]]
            case "-D" where index + 1 < arguments.count: settings += [argument, arguments[index + 1]]
            case _ where argument.hasPrefix("-D"): settings.append(argument)
            default: break
            }
        }
        return settings
    }
}
