#if os(Linux)
    import Foundation
    import SystemCalls

    /// A folder whose files' system calls are numbered and recorded while a closure works on it, one of which may fail.
    public enum ObservedFolder {
        /// What becomes of a call.
        public enum Fate: Sendable, Hashable, CustomStringConvertible {
            /// It fails.
            case fail(Int32)
            /// It fails, and so does each later call of its kind.
            case failOn(Int32)
            /// It transfers half of the bytes, and succeeds.
            case short
            /// The process is killed.
            case killedBefore, killedHalfWay, killedAfter

            var code: (fate: call_fate, error: Int32) {
                switch self {
                case .fail(let error): (FATE_FAIL, error)
                case .failOn(let error): (FATE_FAIL_ON, error)
                case .short: (FATE_SHORT, 0)
                case .killedBefore: (FATE_KILL_BEFORE, 0)
                case .killedHalfWay: (FATE_KILL_HALF, 0)
                case .killedAfter: (FATE_KILL_AFTER, 0)
                }
            }

            public var description: String {
                switch self {
                case .fail(let error): Self.name(of: error)
                case .failOn(let error): "\(Self.name(of: error)) from then on"
                case .short: "half of it"
                case .killedBefore: "killed before"
                case .killedHalfWay: "killed half way"
                case .killedAfter: "killed after"
                }
            }

            private static func name(of error: Int32) -> String {
                switch error {
                case EACCES: "EACCES"
                case EINTR: "EINTR"
                case EIO: "EIO"
                case EMFILE: "EMFILE"
                case ENOSPC: "ENOSPC"
                default: "\(error)"
                }
            }
        }

        /// What is seen of a folder.
        public struct Observation: Sendable {
            /// How many calls there were.
            public var count: Int
            /// The calls in their order, if they were recorded.
            public var calls: [RecordedCall]
            /// The call that had its fate, and the path that it was about; nil if none was reached.
            public var hit: (kind: RecordedCall.Kind, path: String)?
        }

        /// Runs `body`, which is given a function that records a mark.
        ///
        /// - Parameters:
        ///   - folder: the folder's path, without symbolic links.
        ///   - keepsRecords: whether the calls are recorded, with the bytes that are written.
        ///   - number: the call that has a fate, from 1.
        ///   - kind: the kind of the calls that are counted; nil for every kind.
        public static func observing<Result>(
            _ folder: String, keepsRecords: Bool = false, number: Int = 0, of kind: RecordedCall.Kind? = nil,
            fate: Fate? = nil,
            _ body: ((String) -> Void) throws -> Result
        ) throws -> (result: Result, observation: Observation) {
            let code = fate?.code ?? (fate: FATE_NONE, error: 0)
            let observation = observation_begin(
                folder, keepsRecords ? 1 : 0, number, Int32(kind?.rawValue ?? 0), code.fate, code.error)
            guard observation >= 0 else { throw CocoaError(.fileReadTooLarge) }
            defer { observation_end(observation) }
            let result = try body { observation_mark(observation, $0) }
            let kind = RecordedCall.Kind(rawValue: observation_hit(observation).rawValue)
            return (
                result,
                Observation(
                    count: observation_count(observation), calls: try RecordedCall.all(of: observation),
                    hit: kind.map { ($0, String(cString: observation_hit_path(observation))) })
            )
        }

        /// Runs `body`, whose syncs on this thread reach no disk.
        public static func withoutSyncs<Result>(_ body: () throws -> Result) rethrows -> Result {
            syncs_skip(1)
            defer { syncs_skip(0) }
            return try body()
        }

        /// Runs `body` while the clock of this thread goes months ahead and back, if it jumps.
        public static func withClock<Result>(jumps: Bool, _ body: () throws -> Result) rethrows -> Result {
            clock_jump(jumps ? 1 : 0)
            defer { clock_jump(0) }
            return try body()
        }

        /// The environment of a process that is to be killed at a call.
        public static func environment(
            _ folder: String, number: Int, fate: Fate, clockJumps: Bool = false
        ) -> [String: String] {
            var variables = [
                "PERMAFROST_CALLS_FOLDER": folder, "PERMAFROST_CALLS_FATE": "\(number) \(fate.code.fate.rawValue)",
            ]
            if clockJumps { variables["PERMAFROST_CALLS_CLOCK"] = "1" }
            return variables
        }
    }

    /// A system call that was recorded.
    public struct RecordedCall: Sendable {
        /// What was asked for.
        public enum Kind: UInt32, Sendable, CaseIterable {
            case open = 1
            case opendir, read, write, copy, truncate, allocate, sync, rename, exchange, link, symlink, unlink,
                makeFolder
            case removeFolder, attributes
            /// No call, but a mark that the observed code has set.
            case mark
        }

        public var kind: Kind
        /// 0, or why the call failed.
        public var error: Int32
        /// The number by which the system knows the file.
        public var inode: UInt64
        /// Where the data went, or the new size.
        public var offset: Int
        /// Whether the call made the file.
        public var wasMade: Bool
        /// Whether the file was opened to be written to.
        public var isWriting: Bool
        /// Whether SQLite made the call; known of syncs.
        public var isOfSQLite: Bool
        public var path: String
        /// The other path of a call that has two.
        public var other: String
        public var data: [UInt8]

        fileprivate static func all(of observation: Int32) throws -> [RecordedCall] {
            var length = 0
            guard let start = observation_records(observation, &length) else { return [] }
            let bytes = UnsafeRawBufferPointer(start: start, count: length)
            var calls: [RecordedCall] = []
            var place = 0
            func take(_ count: Int) -> UnsafeRawBufferPointer {
                defer { place += count }
                return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
            }
            while place < length {
                let head = take(MemoryLayout<call_record>.size).loadUnaligned(as: call_record.self)
                guard let kind = Kind(rawValue: head.call) else { throw CocoaError(.coderInvalidValue) }
                let path = String(decoding: take(Int(head.path_length)), as: UTF8.self)
                let other = String(decoding: take(Int(head.other_length)), as: UTF8.self)
                let data = Array(take(Int(head.data_length)))
                calls.append(
                    RecordedCall(
                        kind: kind, error: head.error, inode: head.inode, offset: Int(head.offset),
                        wasMade: head.was_made != 0, isWriting: head.is_writing != 0,
                        isOfSQLite: head.is_of_sqlite != 0, path: path, other: other,
                        data: data))
            }
            return calls
        }
    }

    extension RecordedCall: CustomStringConvertible {
        public var description: String {
            let name = (path as NSString).lastPathComponent
            return switch kind {
            case .write, .copy: "\(kind) \(data.count) bytes at \(offset) of \(name)"
            case .truncate, .allocate: "\(kind) \(name) to \(offset)"
            case .rename, .exchange, .link: "\(kind) \(name) → \((other as NSString).lastPathComponent)"
            default: "\(kind) \(name)"
            }
        }
    }
#endif
