#if os(Linux)
    import SystemCalls

    /// System calls of this process that fail while a closure runs, including calls by Foundation and SQLite.
    public struct FailingCalls: Sendable {
        /// A kind of system call.
        public enum Call: Sendable {
            case open
            case opendir
            /// `read` and `pread`.
            case read
            /// `fsync` and `fdatasync`.
            case sync
            /// `write` and `pwrite`.
            case write
            case unlink
            /// Calls that set permissions, owners and extended attributes.
            case attributes
            /// `link` and `linkat`, matched by the path that gets another name.
            case link
            /// `lstat`.
            case status

            fileprivate var number: system_call {
                switch self {
                case .open: CALL_OPEN
                case .opendir: CALL_OPENDIR
                case .read: CALL_READ
                case .sync: CALL_SYNC
                case .write: CALL_WRITE
                case .unlink: CALL_UNLINK
                case .attributes: CALL_ATTRIBUTES
                case .link: CALL_LINK
                case .status: CALL_STATUS
                }
            }
        }

        private let number: Int32

        /// Makes a call fail until ``end()``.
        ///
        /// - Parameters:
        ///   - call: the call.
        ///   - pattern: the paths that make the call fail; `*` matches any characters. No path of another test may
        ///     match.
        ///   - error: the error code of the failure.
        public init(_ call: Call, at pattern: String, error: Int32) {
            number = call_failure_add(call.number, pattern, error)
            precondition(number >= 0, "too many faults at the same time")
        }

        /// Ends the failures and returns how often the call failed.
        @discardableResult
        public func end() -> Int { Int(call_failure_remove(number)) }

        /// Runs `body` while a call fails.
        ///
        /// - Returns: the result of `body`, and how often the call failed.
        public static func during<Result>(
            _ call: Call, at pattern: String, error: Int32, _ body: () throws -> Result
        ) rethrows -> (result: Result, failures: Int) {
            let calls = FailingCalls(call, at: pattern, error: error)
            do {
                let result = try body()
                return (result, calls.end())
            } catch {
                calls.end()
                throw error
            }
        }
    }
#endif
