#if os(Linux)
    import Foundation

    /// The contents of a disk, and the requested changes since its last sync, while a recording is replayed.
    ///
    /// A file's bytes are on the disk once the file is synced, a folder's names once the folder is. Until then each
    /// write and each name may be there or not: ``DiskState`` specifies which are.
    public struct RecordedDisk {
        enum ByteChange {
            case write(offset: Int, bytes: [UInt8])
            case resize(Int)
        }

        /// An atomic change of a folder's names.
        struct NameChange {
            /// The removed names, and the added names with their nodes.
            var removed: [String]
            var added: [(name: String, node: Int)]
            /// A change in another folder that must be made together with this one: a moved file is always in one of
            /// the two folders.
            var partner: (node: Int, change: Int)?
            /// The number of the call.
            var call: Int
        }

        /// A file or a folder.
        struct Node {
            var isFolder: Bool
            /// The target of a symbolic link.
            var link: String?
            var bytes: [UInt8] = []
            var byteChanges: [(change: ByteChange, call: Int)] = []
            var names: [String: Int] = [:]
            var nameChanges: [NameChange] = []
            /// A folder's extended attributes, and those that are certain to be on the disk. An attribute that isn't
            /// certain is lost in every state.
            var attributes: [String: [UInt8]] = [:]
            var durableAttributes: [String: [UInt8]] = [:]
            /// The number of changes that are certain to be on the disk.
            var durable = 0

            var changeCount: Int { isFolder ? nameChanges.count : byteChanges.count }
        }

        /// An error if the recording can't be replayed: a call was missed, or a file isn't known.
        public struct Mismatch: Error, CustomStringConvertible {
            public var description: String
        }

        private(set) var nodes: [Node] = []
        private let root: String
        /// The current folders and files by inode.
        private var inodes: [UInt64: Int] = [:]
        /// The names that the processes see.
        private var live: [Int: [String: Int]] = [:]
        /// The marks that the observed code has set.
        private(set) var marks: [String] = []

        /// Creates a disk with a folder's current contents, and no pending changes.
        ///
        /// - Parameter folder: the folder's path, without symbolic links.
        public init(_ folder: String) throws {
            root = folder
            _ = try add(folder)
        }

        private mutating func add(_ path: String) throws -> Int {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw Mismatch(description: "\(path) doesn't exist.") }
            let number = nodes.count
            inodes[UInt64(status.st_ino)] = number
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                nodes.append(Node(isFolder: true))
                var names: [String: Int] = [:]
                for name in try FileManager.default.contentsOfDirectory(atPath: path) where !name.hasSuffix("-shm") {
                    names[name] = try add(path + "/" + name)
                }
                nodes[number].names = names
                live[number] = names
            case S_IFLNK:
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                nodes.append(Node(isFolder: false, link: target))
            default:
                nodes.append(Node(isFolder: false, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
            }
            return number
        }

        // MARK: Replaying

        /// Applies a call to the disk.
        ///
        /// - Parameters:
        ///   - number: the call's position in the recording.
        ///   - isStruck: whether the call is a sync that is omitted.
        /// - Returns: whether the disk's possible states may have changed.
        public mutating func apply(_ call: RecordedCall, number: Int, isStruck: Bool = false) throws -> Bool {
            if call.kind == .mark {
                marks.append(call.path)
                return true
            }
            guard call.error == 0 else { return false }
            switch call.kind {
            case .open:
                guard call.wasMade || call.isWriting else { return false }
                if call.wasMade {
                    try make(call, number, Node(isFolder: false))
                    return true
                }
                // Offset 0 means that the file was emptied.
                guard call.offset == 0 else { return false }
                try change(call, .resize(0), number)
            case .write, .copy: try change(call, .write(offset: call.offset, bytes: call.data), number)
            case .truncate: try change(call, .resize(call.offset), number)
            case .allocate:
                if try size(of: node(call)) < call.offset { try change(call, .resize(call.offset), number) }
            case .sync:
                guard !isStruck else { return false }
                let node = try node(call)
                nodes[node].durable = nodes[node].changeCount
                nodes[node].durableAttributes = nodes[node].attributes
            case .makeFolder: try make(call, number, Node(isFolder: true))
            case .symlink:
                try make(call, number, Node(isFolder: false, link: String(decoding: call.data, as: UTF8.self)))
            case .rename: try rename(call, number)
            case .exchange: try exchange(call, number)
            case .link:
                let (folder, name) = try place(of: call.other)
                let (source, known) = try place(of: call.path)
                guard let node = live[source]?[known] else { throw missing(call) }
                alter(folder, NameChange(removed: [], added: [(name, node)], call: number))
            case .unlink, .removeFolder:
                let (folder, name) = try place(of: call.path)
                alter(folder, NameChange(removed: [name], added: [], call: number))
            case .attributes:
                guard let end = call.data.firstIndex(of: 0), let node = inodes[call.inode], nodes[node].isFolder else {
                    return false
                }
                let name = String(decoding: call.data[..<end], as: UTF8.self)
                nodes[node].attributes[name] = Array(call.data[(end + 1)...])
            case .opendir, .read, .mark: return false
            }
            return true
        }

        private func missing(_ call: RecordedCall) -> Mismatch { Mismatch(description: "unknown file: \(call)") }

        private func node(_ call: RecordedCall) throws -> Int {
            guard let node = inodes[call.inode] else { throw missing(call) }
            return node
        }

        /// Returns the node of a path's parent folder, and the item's name in that folder.
        private func place(of path: String) throws -> (folder: Int, name: String) {
            guard path.hasPrefix(root + "/") else { throw Mismatch(description: "\(path) is outside the folder.") }
            var parts = path.dropFirst(root.count + 1).split(separator: "/").map(String.init)
            let name = parts.removeLast()
            var folder = 0
            for part in parts {
                guard let next = live[folder]?[part] else { throw Mismatch(description: "\(path) is unknown.") }
                folder = next
            }
            return (folder, name)
        }

        private mutating func make(_ call: RecordedCall, _ number: Int, _ node: Node) throws {
            let (folder, name) = try place(of: call.path)
            nodes.append(node)
            inodes[call.inode] = nodes.count - 1
            if node.isFolder { live[nodes.count - 1] = [:] }
            alter(folder, NameChange(removed: [], added: [(name, nodes.count - 1)], call: number))
        }

        private mutating func change(_ call: RecordedCall, _ change: ByteChange, _ number: Int) throws {
            nodes[try node(call)].byteChanges.append((change, number))
        }

        private mutating func alter(_ folder: Int, _ change: NameChange) {
            for name in change.removed { live[folder]?[name] = nil }
            for (name, node) in change.added { live[folder]?[name] = node }
            nodes[folder].nameChanges.append(change)
        }

        private mutating func rename(_ call: RecordedCall, _ number: Int) throws {
            let (source, old) = try place(of: call.path)
            let (target, new) = try place(of: call.other)
            guard let node = live[source]?[old] else { throw missing(call) }
            if source == target {
                alter(source, NameChange(removed: [old], added: [(new, node)], call: number))
            } else {
                alter(target, NameChange(removed: [], added: [(new, node)], call: number))
                let partner = (target, nodes[target].nameChanges.count - 1)
                alter(source, NameChange(removed: [old], added: [], partner: partner, call: number))
            }
        }

        private mutating func exchange(_ call: RecordedCall, _ number: Int) throws {
            let (folder, first) = try place(of: call.path)
            let (other, second) = try place(of: call.other)
            guard let one = live[folder]?[first], let two = live[other]?[second] else { throw missing(call) }
            guard folder != other else {
                return alter(folder, NameChange(removed: [], added: [(first, two), (second, one)], call: number))
            }
            // Between two folders, each item is under one of its names or both. An empty folder's place doesn't matter,
            // so the file's new name counts.
            let isFirstKept = !nodes[one].isFolder
            let kept = isFirstKept ? (other, second, one) : (folder, first, two)
            let rest = isFirstKept ? (folder, first, two) : (other, second, one)
            alter(kept.0, NameChange(removed: [], added: [(kept.1, kept.2)], call: number))
            let partner = (kept.0, nodes[kept.0].nameChanges.count - 1)
            alter(rest.0, NameChange(removed: [], added: [(rest.1, rest.2)], partner: partner, call: number))
        }

        /// Returns a folder's names as the processes see them.
        func names(in folder: Int) -> [String: Int] { live[folder] ?? [:] }

        private func size(of node: Int) -> Int {
            nodes[node].byteChanges.reduce(nodes[node].bytes.count) { size, change in
                switch change.change {
                case .write(let offset, let bytes): max(size, offset + bytes.count)
                case .resize(let size): size
                }
            }
        }

        // MARK: Uncertain changes

        /// A change that may be on the disk or not.
        public struct Doubt: Hashable, Sendable {
            var node: Int
            var change: Int
            var isName: Bool
        }

        /// The changes that no sync has made durable.
        public var doubts: [Doubt] {
            nodes.indices.flatMap { node in
                (nodes[node].durable..<max(nodes[node].durable, nodes[node].changeCount)).map {
                    Doubt(node: node, change: $0, isName: nodes[node].isFolder)
                }
            }
        }

        /// Returns the number of a change's call.
        func call(of doubt: Doubt) -> Int {
            doubt.isName
                ? nodes[doubt.node].nameChanges[doubt.change].call : nodes[doubt.node].byteChanges[doubt.change].call
        }

        /// Returns the node that a sync call is about.
        func synced(by call: RecordedCall) throws -> Int { try node(call) }
    }
#endif
