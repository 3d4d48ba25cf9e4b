import PermafrostModel

/// A reader for the entitlements of a project's targets.
struct EntitlementsReader {
    /// The contents of an entitlements file, or the reason that they aren't known.
    private struct Contents {
        var hasCloudKit = false
        var appGroups: [String] = []
        /// The value of the sandbox's key, or nil if the file doesn't have the key.
        var isSandboxed: Bool?
        var problem: String?
    }

    private let files: any SourceFiles
    private let lists: [TargetList]
    /// The entitlements files in the project's folder.
    private let index: FileIndex
    private var contents: [String: Contents] = [:]
    private var known: [String: Entitlements] = [:]

    /// Creates a reader for the entitlements files among the listed files.
    ///
    /// - Parameters:
    ///   - all: the paths of all listed files.
    ///   - lists: the targets of project files and manifests.
    init(_ files: any SourceFiles, listing all: [String], targets lists: [TargetList]) {
        self.files = files
        self.lists = lists
        index = FileIndex(all.filter(SourcePaths.isEntitlementsFile))
    }

    /// Returns the entitlements of the targets that run a Swift file's code.
    ///
    /// These are the Xcode targets that compile the file, or that contain a library that compiles it. If no such target
    /// is found, these are all signed targets of the Xcode projects. If there are no signed targets, or if they have no
    /// build configurations, the result contains every entitlements file in the project's folder.
    mutating func entitlements(of path: String) -> Entitlements {
        if let entitlements = known[path] { return entitlements }
        let signed = signedTargets(running: path)
        let result =
            signed.allSatisfy(\.entitlements.isEmpty)
            ? Entitlements(index.paths.map { signing(of: nil, [], at: $0) })
            : Entitlements(signed.flatMap { signings(of: $0) })
        known[path] = result
        return result
    }

    // MARK: Targets

    /// Returns the apps, extensions and tools that run a file's code, or all of them if none is known to run it.
    private func signedTargets(running path: String) -> [SourceTarget] {
        let projects = lists.filter { !$0.isManifest && $0.failure == nil }
        let signed = projects.flatMap { $0.targets.filter(\.isSigned) }
        guard !signed.isEmpty else { return [] }
        var found: [SourceTarget] = []
        for list in projects {
            let compiling = list.targets.filter { $0.files.contains(path) }
            let libraries = Set(compiling.filter { $0.kind == .library }.map(\.name))
            let users = Self.users(of: libraries, in: list.targets)
            found += list.targets.filter { $0.isSigned && ($0.files.contains(path) || users.contains($0.name)) }
        }
        if !found.isEmpty { return found }
        let products = products(with: path)
        let users = signed.filter { !$0.packageProducts.isDisjoint(with: products) }
        return users.isEmpty ? signed : users
    }

    /// Returns the names of the package targets that compile a file, or that depend on such a target. Packages usually
    /// name a product after its target, so the products with these names are likely to contain the file's code.
    private func products(with path: String) -> Set<String> {
        var names: Set<String> = []
        for list in lists where list.isManifest {
            let own = Set(list.targets.filter { $0.files.contains(path) }.map(\.name))
            names.formUnion(own)
            names.formUnion(Self.users(of: own, in: list.targets))
        }
        return names
    }

    /// Returns the names of the targets that depend on the given targets, directly or indirectly.
    private static func users(of names: Set<String>, in all: [SourceTarget]) -> Set<String> {
        guard !names.isEmpty else { return [] }
        var users: [String: [String]] = [:]
        for target in all {
            for name in target.dependencies ?? [] { users[name, default: []].append(target.name) }
        }
        var found: Set<String> = []
        var open = Array(names)
        while let name = open.popLast() {
            for user in users[name] ?? [] where found.insert(user).inserted { open.append(user) }
        }
        return found
    }

    // MARK: Files

    /// Returns an ``Entitlements/Signing`` for each entitlements file that a target uses, with the build configurations
    /// that use the file. Omits the configurations if all of them use the same file.
    private mutating func signings(of target: SourceTarget) -> [Entitlements.Signing] {
        guard !target.entitlements.isEmpty else { return [Entitlements.Signing(target: target.name)] }
        var found: [Entitlements.Signing] = []
        for setting in target.entitlements {
            var own: Entitlements.Signing
            switch setting.file {
            case .none: own = Entitlements.Signing(target: target.name)
            case .path(let path): own = signing(of: target.name, [], at: path)
            case .unknown(let problem):
                own = Entitlements.Signing(target: target.name, problem: problem)
                own.mayHaveCloudKit = index.paths.contains { path in
                    let known = signing(of: nil, [], at: path)
                    return known.hasCloudKit || known.problem != nil
                }
            case .outside(let problem): own = Entitlements.Signing(target: target.name, problem: problem)
            }
            if let index = found.firstIndex(where: { $0.isAlike(own) }) {
                if !found[index].buildConfigurations.contains(setting.buildConfiguration) {
                    found[index].buildConfigurations.append(setting.buildConfiguration)
                }
            } else {
                own.buildConfigurations = [setting.buildConfiguration]
                // Only an app for macOS can run outside of the sandbox.
                if own.problem == nil, target.platforms.known == [.macOS] {
                    own.isSandboxed = own.isSandboxed ?? setting.isSandboxed
                }
                found.append(own)
            }
        }
        if found.count == 1 { found[0].buildConfigurations = [] }
        return found
    }

    private mutating func signing(
        of target: String?, _ buildConfigurations: [String], at path: String
    ) -> Entitlements.Signing {
        let path = index.path(path) ?? path
        let contents = contents[path] ?? read(path)
        self.contents[path] = contents
        return Entitlements.Signing(
            target: target, buildConfigurations: buildConfigurations, file: path, hasCloudKit: contents.hasCloudKit,
            appGroups: contents.appGroups, isSandboxed: contents.isSandboxed, problem: contents.problem)
    }

    private func read(_ path: String) -> Contents {
        guard index.path(path) == path else { return Contents(problem: "\(path) doesn't exist") }
        do {
            return try files.withBytes(of: path) { bytes in
                let list = try PropertyList(parsing: bytes)
                guard case .dictionary(let entitlements) = list else {
                    return Contents(problem: "\(path) isn't a dictionary")
                }
                return Contents(
                    hasCloudKit: Self.hasCloudKit(entitlements),
                    appGroups: (entitlements["com.apple.security.application-groups"]?.texts ?? [])
                        .filter { !$0.isEmpty },
                    isSandboxed: (entitlements["com.apple.security.app-sandbox"]?.text).map {
                        ["1", "true", "YES"].contains($0)
                    })
            }
        } catch let error as MalformedPropertyList {
            return Contents(problem: "\(path) isn't a valid property list: \(error.reason)")
        } catch {
            return Contents(problem: "\(path) can't be read: \((error as? UnreadableFile)?.reason ?? "\(error)")")
        }
    }

    /// Returns whether the entitlements include the CloudKit service. Returns false if their list of CloudKit
    /// containers is empty, because the app can't sync without a container.
    private static func hasCloudKit(_ entitlements: [String: PropertyList]) -> Bool {
        let services = entitlements["com.apple.developer.icloud-services"]
        guard let services, services.texts.contains("CloudKit") || services.text == "*" else { return false }
        return entitlements["com.apple.developer.icloud-container-identifiers"].map { !$0.texts.isEmpty } ?? true
    }
}

extension SourceTarget {
    /// Whether the target's product is signed with its own entitlements. A library isn't, because its code runs with
    /// the entitlements of the product that contains it.
    fileprivate var isSigned: Bool { kind == .application || kind == .other }
}

extension Entitlements.Signing {
    /// Returns whether two signings have the same target, entitlements file and problem. Ignores their build
    /// configurations.
    fileprivate func isAlike(_ other: Self) -> Bool {
        file == other.file && target == other.target && problem == other.problem
    }
}
