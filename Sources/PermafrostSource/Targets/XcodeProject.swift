/// An Xcode project file (`App.xcodeproj/project.pbxproj`), with its targets and the Swift files that they compile.
///
/// A target compiles the files in its Sources phase and in its synchronized folders. A synchronized folder can have
/// exceptions for a target: they remove files from a target that has the folder, and add files to a target that
/// doesn't.
struct XcodeProject {
    private let objects: [String: PropertyList]
    private let index: FileIndex
    private let places: XcodePlaces
    /// The folders of the packages inside the project, whose files belong to those packages.
    private let packages: [String]
    /// The identifier of the project's list of build configurations, or nil if the project doesn't specify a list.
    private let configurations: String?

    /// Returns the targets that a project file declares. If the project file can't be parsed, the list is empty and its
    /// ``TargetList/failure`` contains the reason.
    ///
    /// - Parameter path: the path of `project.pbxproj`, relative to the project's folder.
    static func targets(
        at path: String, _ bytes: UnsafeBufferPointer<UInt8>, files index: FileIndex,
        packages: [String]
    ) -> TargetList {
        let bundle = RelativePath.folder(of: path)
        var list = TargetList(path: bundle, folder: RelativePath.folder(of: bundle))
        do throws(MalformedPropertyList) {
            let document = try PropertyList(parsing: bytes)
            let objects = document["objects"]?.members ?? [:]
            let project = document["rootObject"]?.text.flatMap { objects[$0] }
            guard let project, project["isa"]?.text == "PBXProject" else {
                list.failure = "it has no project object"
                return list
            }
            let folder = project["projectDirPath"]?.text ?? ""
            list.folder = RelativePath.joining(list.folder, folder) ?? list.folder
            let places = XcodePlaces(
                objects, mainGroup: project["mainGroup"]?.text, folder: list.folder, files: index)
            let reader = XcodeProject(
                objects: objects, index: index, places: places, packages: packages,
                configurations: project["buildConfigurationList"]?.text)
            list.targets = reader.targets(of: project, folder: list.folder)
            list.flags = reader.flags(of: project)
        } catch {
            list.failure = error.reason
        }
        return list
    }

    private func targets(of project: PropertyList, folder: String) -> [SourceTarget] {
        let identifiers = project["targets"]?.texts ?? []
        var seen: Set<String> = []
        let native = identifiers.filter { objects[$0]?["isa"]?.text == "PBXNativeTarget" && seen.insert($0).inserted }
        let names = native.map { objects[$0]?["name"]?.text ?? $0 }
        let nameOf = Dictionary(zip(native, names)) { first, _ in first }
        let products = Dictionary(
            native.compactMap { id in objects[id]?["productReference"]?.text.map { ($0, nameOf[id] ?? id) } }
        ) { first, _ in first }
        let exceptions = exceptions()
        return zip(native, names).map { id, name in
            let target = objects[id] ?? .string("")
            var found: Set<String> = []
            var dependencies: Set<String> = []
            for dependency in target["dependencies"]?.texts ?? [] {
                if let name = objects[dependency]?["target"]?.text.flatMap({ nameOf[$0] }) { dependencies.insert(name) }
            }
            for phase in target["buildPhases"]?.texts ?? [] {
                let isSources = objects[phase]?["isa"]?.text == "PBXSourcesBuildPhase"
                for build in objects[phase]?["files"]?.texts ?? [] {
                    guard let reference = objects[build]?["fileRef"]?.text else { continue }
                    if let product = products[reference], product != name { dependencies.insert(product) }
                    if isSources { found.formUnion(places.files(of: reference)) }
                }
            }
            found.formUnion(synchronized(id, target["fileSystemSynchronizedGroups"]?.texts ?? [], exceptions[id] ?? []))
            return SourceTarget(
                name: name, kind: Self.kind(target["productType"]?.text ?? ""), files: found,
                dependencies: dependencies,
                packageProducts: Set(
                    (target["packageProductDependencies"]?.texts ?? []).compactMap { objects[$0]?["productName"]?.text }
                ),
                entitlements: EntitlementsSetting.settings(
                    of: target, named: name, project: project, objects, folder: folder),
                platforms: platforms(of: target))
        }
    }

    // MARK: Platforms

    /// Returns the platforms in a target's build settings. If the target doesn't have a setting, uses the project's
    /// setting. However, if the target has a configuration file (`.xcconfig`), the setting is unknown, because that
    /// file isn't read.
    private func platforms(of target: PropertyList) -> TargetPlatforms {
        let ofProject = buildConfigurations(configurations)
        return TargetPlatforms(
            settings: buildConfigurations(target["buildConfigurationList"]?.text).map { configuration in
                let name = configuration["name"]?.text
                let outer = ofProject.first { $0["name"]?.text == name }
                return { key in
                    if let value = configuration["buildSettings"]?[key] { return Self.text(value) }
                    guard configuration["baseConfigurationReference"] == nil else { return nil }
                    return outer?["buildSettings"]?[key].flatMap(Self.text)
                }
            })
    }

    /// Returns the compilation flags of the project's and the targets' build settings. Configuration files
    /// (`.xcconfig`) aren't read.
    private func flags(of project: PropertyList) -> Set<BuildFlag> {
        var flags: Set<BuildFlag> = []
        for owner in [project] + (project["targets"]?.texts ?? []).compactMap({ objects[$0] }) {
            for configuration in buildConfigurations(owner["buildConfigurationList"]?.text) {
                for key in ["SWIFT_ACTIVE_COMPILATION_CONDITIONS", "OTHER_SWIFT_FLAGS"] {
                    guard let value = configuration["buildSettings"]?[key].flatMap(Self.text) else { continue }
                    let place = [owner["name"]?.text, configuration["name"]?.text].compactMap(\.self)
                    flags.insert(BuildFlag(setting: value, text: (place + [key]).joined(separator: " ")))
                }
            }
        }
        return flags
    }

    private func buildConfigurations(_ list: String?) -> [PropertyList] {
        (list.flatMap { objects[$0] }?["buildConfigurations"]?.texts ?? []).compactMap { objects[$0] }
    }

    private static func text(_ setting: PropertyList) -> String? {
        setting.text ?? (setting.texts.isEmpty ? nil : setting.texts.joined(separator: " "))
    }

    private static func kind(_ productType: String) -> SourceTarget.Kind {
        if productType.contains("unit-test") || productType.contains("ui-testing") { return .test }
        if productType.contains("framework") || productType.contains("library") { return .library }
        return productType.hasPrefix("com.apple.product-type.application") ? .application : .other
    }

    // MARK: Synchronized folders

    /// The paths in a synchronized folder that are exceptions for one target.
    private struct Exceptions {
        var group: String
        var paths: [String]
    }

    /// Returns the exceptions in all synchronized folders, keyed by the target's identifier.
    private func exceptions() -> [String: [Exceptions]] {
        var all: [String: [Exceptions]] = [:]
        for (group, object) in objects where object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" {
            for set in object["exceptions"]?.texts ?? [] {
                guard let set = objects[set], set["isa"]?.text == "PBXFileSystemSynchronizedBuildFileExceptionSet",
                    let target = set["target"]?.text
                else { continue }
                all[target, default: []].append(
                    Exceptions(group: group, paths: set["membershipExceptions"]?.texts ?? []))
            }
        }
        return all
    }

    private func synchronized(_ target: String, _ groups: [String], _ exceptions: [Exceptions]) -> Set<String> {
        var found: Set<String> = []
        for group in Set(groups) {
            guard let folder = places.sharedFolder(group) else { continue }
            if folder.split(separator: "/").contains(where: { SourcePaths.isSkippedFolder($0) }) {
                found.insert(folder)
            }
            let left = Set(exceptions.filter { $0.group == group }.flatMap(\.paths))
            let skipped = packages.filter { $0 != folder && RelativePath.holds(folder, $0) }
            for path in index.below(folder) {
                let components = path.dropFirst(folder.isEmpty ? 0 : folder.count + 1).split(separator: "/")
                guard !components.dropLast().contains(where: Self.isOpaque) else { continue }
                guard left.isEmpty || !Self.mentions(left, components) else { continue }
                if !skipped.contains(where: { RelativePath.holds($0, path) }) { found.insert(path) }
            }
        }
        let own = Set(groups)
        for exception in exceptions where !own.contains(exception.group) {
            guard let folder = places.sharedFolder(exception.group) else { continue }
            for path in exception.paths {
                guard let path = RelativePath.joining(folder, path) else { continue }
                if let file = index.path(path) { found.insert(file) }
            }
        }
        return found
    }

    /// Returns whether the paths include a file, or a folder that contains the file.
    private static func mentions(_ paths: Set<String>, _ components: [Substring]) -> Bool {
        var path = ""
        for component in components {
            path += path.isEmpty ? component : "/" + component
            if paths.contains(path) { return true }
        }
        return false
    }

    /// Returns whether Xcode treats a folder as a single item, regardless of its contents.
    private static func isOpaque(_ folder: Substring) -> Bool {
        [".playground", ".docc", ".bundle", ".xcassets", ".swiftpm"].contains { folder.hasSuffix($0) }
    }
}
