#if os(Linux)
    import Foundation
    import PermafrostStore

    /// One possible state of a disk after a power loss, given by the uncertain changes that reached it.
    public struct DiskState: Sendable {
        /// The outcome of a change.
        enum Fate: Hashable, Sendable {
            case kept
            case lost
            /// Some 512-byte sectors of a write are on the disk, chosen by a number; the file has its new size.
            case torn(UInt32)
        }

        /// The fates of single uncertain changes. All other uncertain changes have the fate ``others``.
        var fates: [RecordedDisk.Doubt: Fate]
        var others: Fate
        /// Whether a folder's names reach the disk in the order of their creation, so that a name is there only with
        /// all earlier ones.
        var keepsOrder: Bool

        func fate(of node: Int, _ change: Int, isName: Bool) -> Fate {
            fates[RecordedDisk.Doubt(node: node, change: change, isName: isName)] ?? others
        }
    }

    extension RecordedDisk {
        private static let sector = 512

        /// Returns the names in a folder in a state.
        private func names(of node: Int, in state: DiskState) -> [String: Int] {
            var names = nodes[node].names
            for (index, change) in nodes[node].nameChanges.enumerated() {
                guard isKept(node, index, in: state) else {
                    if state.keepsOrder { break } else { continue }
                }
                for name in change.removed { names[name] = nil }
                for (name, node) in change.added { names[name] = node }
            }
            return names
        }

        private func isKept(_ node: Int, _ index: Int, in state: DiskState) -> Bool {
            guard index >= nodes[node].durable else { return true }
            guard state.fate(of: node, index, isName: true) == .kept else { return false }
            guard let partner = nodes[node].nameChanges[index].partner else { return true }
            guard isKept(partner.node, partner.change, in: state) else { return false }
            guard state.keepsOrder else { return true }
            return (nodes[partner.node].durable..<max(partner.change, nodes[partner.node].durable)).allSatisfy {
                isKept(partner.node, $0, in: state)
            }
        }

        /// Returns a file's bytes in a state.
        func bytes(of node: Int, in state: DiskState) -> [UInt8] {
            var bytes = nodes[node].bytes
            for (index, item) in nodes[node].byteChanges.enumerated() {
                let fate = index < nodes[node].durable ? .kept : state.fate(of: node, index, isName: false)
                switch (item.change, fate) {
                case (_, .lost): break
                case (.resize(let size), _): Self.resize(&bytes, size)
                case (.write(let offset, let written), .kept):
                    Self.resize(&bytes, max(bytes.count, offset + written.count))
                    Self.put(written, 0..<written.count, into: &bytes, at: offset)
                case (.write(let offset, let written), .torn(let choice)):
                    Self.resize(&bytes, max(bytes.count, offset + written.count))
                    var random = SeededGenerator(state: UInt64(choice))
                    var start = 0
                    while start < written.count {
                        let end = min(written.count, start + Self.sector - (offset + start) % Self.sector)
                        if random.next() & 1 == 0 { Self.put(written, start..<end, into: &bytes, at: offset + start) }
                        start = end
                    }
                }
            }
            return bytes
        }

        private static func resize(_ bytes: inout [UInt8], _ size: Int) {
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else if size > bytes.count {
                bytes.append(contentsOf: [UInt8](repeating: 0, count: size - bytes.count))
            }
        }

        private static func put(_ source: [UInt8], _ range: Range<Int>, into bytes: inout [UInt8], at offset: Int) {
            source.withUnsafeBytes { source in
                bytes.withUnsafeMutableBytes { target in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return }
                    (to + offset).copyMemory(from: from + range.lowerBound, byteCount: range.count)
                }
            }
        }

        /// Returns a key that is equal for states of the same files with the same bytes, as far as can be known without
        /// the bytes.
        func key(of state: DiskState) -> [Int] {
            var key: [Int] = [marks.count]
            var seen: Set<Int> = []
            addKey(of: 0, in: state, to: &key, &seen)
            return key
        }

        private func addKey(of node: Int, in state: DiskState, to key: inout [Int], _ seen: inout Set<Int>) {
            key.append(node)
            guard seen.insert(node).inserted else { return }
            if nodes[node].isFolder {
                key.append(nodes[node].durableAttributes.count)
                for (name, child) in names(of: node, in: state).sorted(by: { $0.key < $1.key }) {
                    key.append(name.hashValue)
                    addKey(of: child, in: state, to: &key, &seen)
                }
                key.append(-1)
                return
            }
            var isWhole = true
            var whole = nodes[node].durable
            for index in nodes[node].durable..<max(nodes[node].durable, nodes[node].byteChanges.count) {
                let fate = state.fate(of: node, index, isName: false)
                if isWhole, fate == .kept {
                    whole += 1
                    continue
                }
                isWhole = false
                switch fate {
                case .kept: key.append(-2 - index * 2)
                case .lost: break
                case .torn(let choice): key += [-3 - index * 2, Int(choice)]
                }
            }
            key.append(whole)
        }

        /// Writes the disk's contents in a state to a folder.
        ///
        /// - Parameter folder: a path that doesn't exist yet.
        public func write(_ state: DiskState, to folder: String) throws {
            var written: [Int: String] = [:]
            try write(0, state, folder, &written)
        }

        private func write(_ node: Int, _ state: DiskState, _ path: String, _ written: inout [Int: String]) throws {
            if nodes[node].isFolder {
                // A moved folder may be under both names; only one of them can be followed.
                guard written[node] == nil else { return }
                written[node] = path
                guard mkdir(path, 0o755) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                for (name, value) in nodes[node].durableAttributes {
                    try ExtendedAttributes.set(
                        String(name.trimmingPrefix("user.")), String(decoding: value, as: UTF8.self), at: path)
                }
                for (name, child) in names(of: node, in: state) {
                    try write(child, state, path + "/" + name, &written)
                }
            } else if let previous = written[node] {
                guard link(previous, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            } else if let target = nodes[node].link {
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            } else {
                written[node] = path
                try Data(bytes(of: node, in: state)).write(to: URL(fileURLWithPath: path))
            }
        }

        /// Returns the changes that are lost or torn in a state, for a message.
        func description(of state: DiskState, calls: [RecordedCall]) -> [String] {
            doubts.compactMap { doubt in
                let number = call(of: doubt)
                switch state.fate(of: doubt.node, doubt.change, isName: doubt.isName) {
                case .kept: return nil
                case .lost: return "lost: \(number + 1) \(calls[number])"
                case .torn: return "torn: \(number + 1) \(calls[number])"
                }
            }
        }
    }
#endif
