/// The paths of the Swift files and synchronized folders in an Xcode project. Groups are visited from the main group
/// down, because an item's path may be relative to its group.
struct XcodePlaces {
    private let objects: [String: PropertyList]
    private let index: FileIndex
    private let root: String
    /// The path of each reference's Swift file, keyed by the reference's identifier.
    private var files: [String: String] = [:]
    /// The path of each folder that is synchronized with the file system, keyed by the identifier of its group.
    private var folders: [String: String] = [:]
    private var visited: Set<String> = []

    /// The maximum nesting depth of groups.
    private static let depthLimit = 256

    /// Creates a value with the paths of the file references and synchronized folders in the main group.
    ///
    /// - Parameter folder: the value of `SOURCE_ROOT`, relative to the project.
    init(_ objects: [String: PropertyList], mainGroup: String?, folder: String, files index: FileIndex) {
        self.objects = objects
        self.index = index
        root = folder
        var open: [(id: String, folder: String?, depth: Int)] = mainGroup.map { [($0, folder, 0)] } ?? []
        while let (id, parent, depth) = open.popLast() {
            // A group may contain itself, so visit it only once.
            guard visited.insert(id).inserted, let object = objects[id] else { continue }
            let place = place(of: object, in: parent)
            switch object["isa"]?.text {
            case "PBXGroup", "PBXVariantGroup":
                guard depth < Self.depthLimit else { continue }
                for child in (object["children"]?.texts ?? []).reversed() { open.append((child, place, depth + 1)) }
            default: keep(id, object, place)
            }
        }
    }

    private mutating func keep(_ id: String, _ object: PropertyList, _ place: String?) {
        guard let place else { return }
        switch object["isa"]?.text {
        case "PBXFileReference": files[id] = file(at: place)
        case "PBXFileSystemSynchronizedRootGroup": folders[id] = place
        default: break
        }
    }

    /// Returns the path of a file reference or group. Returns nil if the path is outside the project, or is relative to
    /// another folder, such as an SDK.
    private func place(of object: PropertyList, in parent: String?) -> String? {
        let path = object["path"]?.text ?? ""
        switch object["sourceTree"]?.text ?? "<group>" {
        case "<group>": return parent.flatMap { RelativePath.joining($0, path) }
        case "SOURCE_ROOT": return RelativePath.joining(root, path)
        default: return nil
        }
    }

    /// Returns the paths of the Swift files that a file reference or a group refers to.
    func files(of reference: String) -> [String] {
        var found: [String] = []
        var open = [reference]
        var seen: Set<String> = []
        while let id = open.popLast() {
            guard seen.insert(id).inserted, let object = objects[id] else { continue }
            switch object["isa"]?.text {
            case "PBXGroup", "PBXVariantGroup": open += object["children"]?.texts ?? []
            case "PBXFileReference": if let file = file(id, object) { found.append(file) }
            default: break
            }
        }
        return found
    }

    private func file(_ id: String, _ object: PropertyList) -> String? {
        // A reference outside all groups is relative to the project's folder.
        visited.contains(id) ? files[id] : place(of: object, in: root).flatMap(file)
    }

    /// Returns the path of a Swift file in the index, or of one that may exist in a folder that isn't read.
    private func file(at place: String) -> String? {
        if let path = index.path(place) { return path }
        let folders = place.split(separator: "/").dropLast()
        return place.hasSuffix(".swift") && folders.contains { SourcePaths.isSkippedFolder($0) } ? place : nil
    }

    /// Returns the folder of a group that is synchronized with the file system. Returns nil for any other group, or if
    /// the folder is outside the project.
    func sharedFolder(_ group: String) -> String? {
        guard let object = objects[group], object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" else {
            return nil
        }
        return visited.contains(group) ? folders[group] : place(of: object, in: root)
    }
}
