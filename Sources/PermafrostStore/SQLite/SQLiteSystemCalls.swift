#if os(Linux)
    import CSQLite
    import Foundation
    import PermafrostModel

    /// The system calls that SQLite uses to change files. A test process observes them to end itself at one of them.
    package enum SQLiteSystemCalls {
        private struct Observer: Sendable {
            let folder: String
            let observe: @Sendable (_ name: String, _ path: String) -> Void
        }

        private static let observer = Locked<Observer?>(nil)
        /// SQLite's own functions, as bit patterns.
        private static let originals = Locked<[String: UInt]>([:])

        private typealias Open = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32
        private typealias Unlink = @convention(c) (UnsafePointer<CChar>?) -> Int32
        private typealias Truncate = @convention(c) (Int32, Int) -> Int32
        private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
        private typealias WriteAt = @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int

        /// Calls a closure before SQLite creates, writes, shortens or removes a file in a folder, except for a `-shm`,
        /// which every process can recreate from the `-wal`.
        ///
        /// The closure is called for the rest of the process, or until it is replaced, and also for databases that are
        /// already open.
        ///
        /// - Parameter folder: the folder's path. Symbolic links are resolved.
        /// - Returns: whether this library's default file system can be observed.
        package static func observe(
            in folder: String, _ observe: @escaping @Sendable (_ name: String, _ path: String) -> Void
        ) -> Bool {
            guard let system = sqlite3_vfs_find(nil), system.pointee.iVersion >= 3,
                let get = system.pointee.xGetSystemCall, let set = system.pointee.xSetSystemCall
            else { return false }
            let resolved = FileStatus.resolved(folder)
            observer.withLock { $0 = Observer(folder: resolved + "/", observe: observe) }
            for (name, function) in replacements where originals.withLock({ $0[name] == nil }) {
                guard let original = get(system, name) else { continue }
                originals.withLock { $0[name] = unsafeBitCast(original, to: UInt.self) }
                guard set(system, name, function) == SQLITE_OK else { return false }
            }
            return true
        }

        private static var replacements: [(String, sqlite3_syscall_ptr)] {
            let open: Open = { path, flags, mode in
                if flags & O_CREAT != 0, let path, access(path, F_OK) != 0 { SQLiteSystemCalls.pass("create", path) }
                return SQLiteSystemCalls.original("open", Open.self)(path, flags, mode)
            }
            let unlink: Unlink = { path in
                if let path, access(path, F_OK) == 0 { SQLiteSystemCalls.pass("remove", path) }
                return SQLiteSystemCalls.original("unlink", Unlink.self)(path)
            }
            let truncate: Truncate = { file, size in
                SQLiteSystemCalls.pass("shorten", file)
                return SQLiteSystemCalls.original("ftruncate", Truncate.self)(file, size)
            }
            let write: Write = { file, bytes, count in
                SQLiteSystemCalls.pass("write", file)
                return SQLiteSystemCalls.original("write", Write.self)(file, bytes, count)
            }
            let writeAt: WriteAt = { file, bytes, count, offset in
                SQLiteSystemCalls.pass("write", file)
                return SQLiteSystemCalls.original("pwrite", WriteAt.self)(file, bytes, count, offset)
            }
            let writeAt64: WriteAt = { file, bytes, count, offset in
                SQLiteSystemCalls.pass("write", file)
                return SQLiteSystemCalls.original("pwrite64", WriteAt.self)(file, bytes, count, offset)
            }
            return [
                ("open", unsafeBitCast(open, to: sqlite3_syscall_ptr.self)),
                ("unlink", unsafeBitCast(unlink, to: sqlite3_syscall_ptr.self)),
                ("ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self)),
                ("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self)),
                ("pwrite", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self)),
                ("pwrite64", unsafeBitCast(writeAt64, to: sqlite3_syscall_ptr.self)),
            ]
        }

        /// Returns SQLite's own function. It was stored before SQLite received the function that replaces it.
        private static func original<Function>(_ name: String, _ type: Function.Type) -> Function {
            unsafeBitCast(originals.withLock { $0[name] ?? 0 }, to: Function.self)
        }

        private static func pass(_ name: String, _ path: UnsafePointer<CChar>) {
            pass(name, String(cString: path))
        }

        private static func pass(_ name: String, _ file: Int32) {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            if readlink("/proc/self/fd/\(file)", &buffer, buffer.count - 1) > 0 { pass(name, &buffer) }
        }

        private static func pass(_ name: String, _ path: String) {
            guard let observer = observer.withLock({ $0 }), path.hasPrefix(observer.folder), !path.hasSuffix("-shm")
            else { return }
            observer.observe(name, path)
        }
    }
#endif
