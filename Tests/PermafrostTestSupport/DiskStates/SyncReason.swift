#if os(Linux)
    import Foundation

    /// A reason why omitting a sync affects no state of the disk, as far as the recording shows.
    public enum SyncReason: Sendable, Hashable, CustomStringConvertible {
        /// SQLite made the call, and decides by itself when to sync.
        case ofSQLite
        /// Nothing has changed since the operation began. The sync makes another process's possible changes durable.
        case ofOthers
        /// Only permissions and attributes have changed. The states of the disk don't model these, and always have the
        /// final values.
        case attributesAlone
        /// Nothing has changed since the call with the given number, which synced the same folder. The folder is synced
        /// again because the previous sync was of an item below it.
        case chain(since: Int)
        /// The same item is synced again before anything is promised.
        case again(at: Int)
        /// The synced item is gone before anything is promised.
        case gone
        /// Names were only removed, not added. A name that returned would be garbage, which the next launch finds.
        case removalsAlone
        /// Each file that gets a name here has another name, which is on the disk and stays until something is
        /// promised.
        case namedElsewhere
        /// Each name was already on the disk for a file with the same bytes.
        case sameBytes

        /// The reason without its call number.
        public var kind: String {
            switch self {
            case .ofSQLite: "SQLite's own"
            case .ofOthers: "made before"
            case .attributesAlone: "attributes"
            case .chain: "chain"
            case .again: "synced again"
            case .gone: "gone by then"
            case .removalsAlone: "removals"
            case .namedElsewhere: "other name"
            case .sameBytes: "same bytes"
            }
        }

        public var description: String {
            switch self {
            case .again(let call): "\(kind) at \(call)"
            case .chain(let call): "\(kind) since \(call)"
            default: kind
            }
        }
    }

    extension PowerLossExplorer.Recording {
        /// Returns the reason why omitting a sync affects no state, or nil if the recording gives no reason.
        ///
        /// - Parameter isPromise: whether a mark promises something that a loss of names or bytes could break.
        public func reason(
            forUnseen number: Int, isPromise: (String) -> Bool = { _ in true }
        ) throws -> SyncReason? {
            let sync = calls[number]
            if sync.isFromSQLite { return .ofSQLite }
            var disk = start
            for (index, call) in calls[..<number].enumerated() { _ = try disk.apply(call, number: index) }
            let node = try disk.synced(by: sync)
            let own = disk.doubts.filter { $0.node == node }
            let previous = calls[..<number].lastIndex { $0.kind == .sync && $0.error == 0 && $0.inode == sync.inode }
            if own.isEmpty {
                if calls[(previous ?? 0)..<number].contains(where: { $0.kind == .attributes && $0.inode == sync.inode })
                {
                    return .attributesAlone
                }
                guard let previous else { return .ofOthers }
                // The folder is synced because of its contents, as the previous call was.
                return disk.isFolder(node)
                    && calls[..<number].last { $0.kind == .sync }?.path.hasPrefix(sync.path + "/")
                        ?? false
                    ? .chain(since: previous + 1) : nil
            }
            let promise = calls[number...].firstIndex { $0.kind == .mark && isPromise($0.path) } ?? calls.endIndex
            let again = calls[(number + 1)..<promise].firstIndex {
                $0.kind == .sync && $0.error == 0 && $0.inode == sync.inode
            }
            if let again { return .again(at: again + 1) }
            var later = disk
            for index in number..<promise {
                _ = try later.apply(calls[index], number: index, isStruck: index == number)
            }
            guard later.isReachable(node) else { return .gone }
            guard disk.isFolder(node) else { return nil }
            let added = disk.addedNames(of: node)
            if added.isEmpty { return .removalsAlone }
            if added.allSatisfy({ later.name($0.key, in: node) != $0.value }) { return .gone }
            if added.allSatisfy({ later.isNamedElsewhere($0.value, than: node) }) { return .namedElsewhere }
            if try added.allSatisfy({ try disk.hasSameBytes($0.key, in: node, as: $0.value) }) { return .sameBytes }
            return nil
        }
    }

    extension RecordedDisk {
        func isFolder(_ node: Int) -> Bool { nodes[node].isFolder }

        /// Returns the names in a folder that are certain to be on the disk.
        private func durableNames(of folder: Int) -> [String: Int] {
            var names = nodes[folder].names
            for change in nodes[folder].nameChanges.prefix(nodes[folder].durable) {
                for name in change.removed { names[name] = nil }
                for (name, node) in change.added { names[name] = node }
            }
            return names
        }

        /// Returns a folder's names that its last sync hasn't made durable.
        func addedNames(of folder: Int) -> [String: Int] {
            let durable = durableNames(of: folder)
            return names(in: folder).filter { durable[$0.key] != $0.value }
        }

        /// Returns the node of a name in a folder, as the processes see it.
        func name(_ name: String, in folder: Int) -> Int? { names(in: folder)[name] }

        /// Returns whether a file or a folder can still be reached.
        func isReachable(_ node: Int) -> Bool {
            var reached: Set<Int> = []
            var open = [0]
            while let next = open.popLast() {
                if next == node { return true }
                if nodes[next].isFolder, reached.insert(next).inserted { open += names(in: next).values }
            }
            return false
        }

        /// Returns whether a different folder has a name of the file that is certain to be on the disk, and that the
        /// file still has.
        func isNamedElsewhere(_ node: Int, than folder: Int) -> Bool {
            nodes.indices.contains { other in
                other != folder && nodes[other].isFolder && isReachable(other)
                    && durableNames(of: other).contains { $0.value == node && name($0.key, in: other) == node }
            }
        }

        /// Returns whether a name is on the disk for a file with the same bytes as another file.
        func hasSameBytes(_ name: String, in folder: Int, as node: Int) throws -> Bool {
            guard let durable = durableNames(of: folder)[name], !nodes[durable].isFolder, !nodes[node].isFolder else {
                return false
            }
            let all = DiskState(fates: [:], others: .kept, keepsOrder: true)
            return bytes(of: durable, in: all) == bytes(of: node, in: all)
        }
    }
#endif
