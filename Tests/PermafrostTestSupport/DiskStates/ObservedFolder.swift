#if os(Linux)
    import Foundation
    import SystemCalls

    /// Functions that number and record the system calls on a folder's files while a closure runs, and can make a call
    /// fail.
    public enum ObservedFolder {
        /// The outcome of a call.
        public enum Fate: Sendable, Hashable, CustomStringConvertible {
            /// The call fails.
            case fail(Int32)
            /// The call and every later call of its kind fail.
            case failOn(Int32)
            /// The call transfers half of the bytes and succeeds.
            case short
            /// The process is killed before, during or after the call.
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

        /// The system calls observed in a folder.
        public struct Observation: Sendable {
            /// The number of calls.
            public var count: Int
            /// The calls in their order, if they were recorded.
            public var calls: [RecordedCall]
            /// The kind and path of the call that had the fate; nil if no call was reached.
            public var hit: (kind: RecordedCall.Kind, path: String)?
        }

        /// Runs `body` and passes it a function that records a mark.
        ///
        /// - Parameters:
        ///   - folder: the folder's path, without symbolic links.
        ///   - keepsRecords: whether to record the calls, with the written bytes.
        ///   - number: the number of the call that has a fate, from 1.
        ///   - kind: the kind of calls to count; nil for every kind.
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

        /// Runs `body` while this thread's syncs have no effect.
        public static func withoutSyncs<Result>(_ body: () throws -> Result) rethrows -> Result {
            syncs_skip(1)
            defer { syncs_skip(0) }
            return try body()
        }

        /// Runs `body`. If `jumps` is true, this thread's clock jumps months ahead and back.
        public static func withClock<Result>(jumps: Bool, _ body: () throws -> Result) rethrows -> Result {
            clock_jump(jumps ? 1 : 0)
            defer { clock_jump(0) }
            return try body()
        }

        /// Returns the environment of a process that will be killed at a call.
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

    /// A recorded system call.
    public struct RecordedCall: Sendable {
        /// The requested operation.
        public enum Kind: UInt32, Sendable, CaseIterable {
            case open = 1
            case opendir, read, write, copy, truncate, allocate, sync, rename, exchange, link, symlink, unlink,
                makeFolder
            case removeFolder, attributes
            /// A mark that the observed code has set, not a system call.
            case mark
        }

        public var kind: Kind
        /// 0, or the call's error code.
        public var error: Int32
        /// The file's inode number.
        public var inode: UInt64
        /// The offset of the data, or the new size.
        public var offset: Int
        /// Whether the call created the file.
        public var wasMade: Bool
        /// Whether the file was opened for writing.
        public var isWriting: Bool
        /// Whether SQLite made the call; known only for syncs.
        public var isFromSQLite: Bool
        public var path: String
        /// The second path of a call that has two paths; empty for other calls.
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
                        isFromSQLite: head.is_of_sqlite != 0, path: path, other: other,
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
