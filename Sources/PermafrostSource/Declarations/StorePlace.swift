/// The location of a store, as far as the sources determine it.
///
/// A location consists of a ``root`` folder, which the system or the code provides, and a ``path`` in that folder. Even
/// if a root isn't known, two locations are known to be different if their paths end differently.
package struct StorePlace: Sendable, Hashable, Codable {
    /// The folder at the start of a location.
    package enum Root: Sendable, Hashable, Codable {
        /// The data folder of the process, which the sandbox determines.
        case home
        /// The container of the target's first app group or, if it has no app group, the process's data folder.
        case automatic
        /// The container of an app group, with the group's identifier.
        case group(String)
        /// The root of the file system.
        case fileSystem
        /// The value of a constant that can't be evaluated, identified by the location of the constant's declaration.
        case constant(String)
        /// A folder that can't be determined from the sources.
        case unknown
    }

    /// The relation of two locations.
    package enum Relation: Sendable, Hashable {
        case same
        case different
        /// The sources don't determine whether the locations are the same.
        case unknown
    }

    package var root: Root
    /// The names of the folders and the file, from the ``root`` to the store. If the root isn't known, the first names
    /// may be missing.
    package var path: [String]

    package init(root: Root, path: [String] = []) {
        self.root = root
        self.path = path
    }

    /// A location that isn't known.
    package static let unknown = StorePlace(root: .unknown)

    /// The path components of the folder for an app's data, relative to a root.
    static let supportFolder = ["Library", "Application Support"]

    /// Returns the store location of a configuration without a URL.
    ///
    /// - Parameter name: the configuration's name; nil for the default store.
    package static func named(_ name: String?, in root: Root = .automatic) -> StorePlace {
        StorePlace(root: root, path: supportFolder + [(name ?? "default") + ".store"])
    }

    /// Whether SwiftData uses this location for a configuration that has neither a name nor a URL.
    package var isDefault: Bool {
        switch root {
        case .home, .automatic, .group: path == Self.named(nil).path
        case .fileSystem, .constant, .unknown: false
        }
    }

    /// Whether the root and all components are known, or a constant determines the location.
    package var isKnown: Bool {
        if case .constant = root { return true }
        return root != .unknown && !path.isEmpty
    }

    /// The file's name, or nil if it isn't known.
    package var fileName: String? { path.last }

    /// Returns the location with ``Root/automatic`` replaced by the folder that it represents, which is the app group's
    /// container or, without an app group, the process's data folder.
    ///
    /// - Parameter appGroup: the identifier of the target's first app group; nil if it has none.
    package func resolved(appGroup: String?) -> StorePlace {
        guard root == .automatic else { return self }
        return StorePlace(root: appGroup.map { .group($0) } ?? .home, path: path)
    }

    /// Returns the relation between two locations: the same, different, or unknown if the sources don't determine it.
    ///
    /// - Parameter sharesProcess: whether the code that opens the two stores runs in one process; nil if that isn't
    ///   known.
    package func relation(to other: StorePlace, sharesProcess: Bool?) -> Relation {
        guard root == other.root else {
            return areFixed(other) || haveDifferentEnds(other) ? .different : .unknown
        }
        switch root {
        case .group, .fileSystem: return path == other.path ? .same : .different
        case .home, .automatic, .constant:
            guard path == other.path else { return .different }
            switch sharesProcess {
            case true?: return .same
            // Each process has its own data folder.
            case false? where root == .home: return .different
            default: return .unknown
            }
        case .unknown: return haveDifferentEnds(other) ? .different : .unknown
        }
    }

    /// Returns whether both roots are a process's data folder or an app group's container. Two of these roots are
    /// different folders unless they are equal.
    private func areFixed(_ other: StorePlace) -> Bool {
        [root, other.root].allSatisfy { root in
            switch root {
            case .home, .group: true
            case .automatic, .fileSystem, .constant, .unknown: false
            }
        }
    }

    /// Returns whether the shorter path isn't the end of the longer path.
    private func haveDifferentEnds(_ other: StorePlace) -> Bool {
        zip(path.reversed(), other.path.reversed()).contains { $0 != $1 }
    }
}

extension StorePlace {
    /// The location's name in messages, such as `the default store`, `Trips.store` or, in an app group, `Trips.store in
    /// group.com.example`. This is `the same URL` if the file's name isn't known.
    package var title: String {
        guard let fileName else { return "the same URL" }
        let file = isDefault ? "the default store" : fileName
        if case .group(let identifier) = root { return "\(file) in \(identifier)" }
        return file
    }

    /// The name for the group of versions of the store at this location, such as `Trips` for `Trips.store`. It can be
    /// used as a folder's name. Nil for the default store, or if the file's name isn't known.
    package var groupName: String? {
        guard !isDefault, let fileName else { return nil }
        let stem = fileName.split(separator: ".").dropLast().joined(separator: "_")
        let letters = (stem.isEmpty ? fileName : stem).prefix(64).map { letter -> Character in
            letter.isASCII && (letter.isLetter || letter.isNumber) || letter == "_" || letter == "-" ? letter : "_"
        }
        guard let first = letters.first else { return nil }
        return (first.isLetter ? "" : "Store_") + String(letters)
    }
}
