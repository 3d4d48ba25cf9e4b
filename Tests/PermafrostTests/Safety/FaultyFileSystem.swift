#if os(Linux)
    import CSQLite
    import Foundation
    import PermafrostModel

    /// SQLite's way to files with faults in it: the process's default one, so that every connection takes it, which fails as it
    /// is told for files below one folder and does nothing to others.
    enum FaultyFileSystem {
        /// What is to fail.
        enum Fault: Sendable, Hashable, CaseIterable {
            /// The disk is full from a write on.
            case diskFull
            /// One read fails.
            case read
            /// One sync fails.
            case sync
        }

        /// A fault, and how often its operation has been done.
        struct Armed: Sendable {
            var fault: Fault
            /// The number of the operation that fails, from 1.
            var number: Int
            /// The path of the folder, ended by `/`.
            var folder: String
            /// How many of the operations there have been.
            var count = 0
        }

        private static let armed = Locked<[Armed]>([])

        /// Runs `body` while a fault is armed for files below a folder.
        ///
        /// - Returns: what `body` returns, and whether the operation that fails was reached.
        static func with<Result>(
            _ fault: Fault, at number: Int, below folder: String, _ body: () throws -> Result
        ) throws -> (Result, wasReached: Bool) {
            install()
            armed.withLock { $0.append(Armed(fault: fault, number: number, folder: folder + "/")) }
            defer { armed.withLock { $0.removeAll { $0.folder == folder + "/" } } }
            let result = try body()
            let count = armed.withLock { $0.first { $0.folder == folder + "/" }?.count ?? 0 }
            return (result, count >= number)
        }

        /// Counts an operation on a file, and tells whether it fails.
        fileprivate static func fails(_ fault: Fault, _ path: String) -> Bool {
            armed.withLock { armed in
                guard let index = armed.firstIndex(where: { $0.fault == fault && path.hasPrefix($0.folder) }) else {
                    return false
                }
                armed[index].count += 1
                return fault == .diskFull
                    ? armed[index].count >= armed[index].number : armed[index].count == armed[index].number
            }
        }

        // MARK: SQLite's interface

        /// What a file of this one is to SQLite: the methods, whose file it is, and the real file behind it.
        fileprivate struct File {
            var methods: UnsafePointer<sqlite3_io_methods>?
            var path: Unmanaged<NSString>?
        }

        fileprivate static let realOffset = (MemoryLayout<File>.size + 15) & ~15

        fileprivate static func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<sqlite3_file>?
        {
            file.map { UnsafeMutableRawPointer($0).advanced(by: realOffset).assumingMemoryBound(to: sqlite3_file.self) }
        }

        fileprivate static func path(_ file: UnsafeMutablePointer<sqlite3_file>?) -> String {
            file.flatMap { UnsafeMutableRawPointer($0).assumingMemoryBound(to: File.self).pointee.path }
                .map { $0.takeUnretainedValue() as String } ?? ""
        }

        private static func install() { _ = installed }

        private static let installed: Void = {
            guard let system = sqlite3_vfs_find(nil) else { return }
            // SQLite keeps both for as long as the process lives.
            let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
            own.initialize(to: system.pointee)
            own.pointee.zName = UnsafePointer(strdup("faulty"))
            own.pointee.szOsFile = Int32(realOffset) + system.pointee.szOsFile
            own.pointee.pAppData = UnsafeMutableRawPointer(system)
            own.pointee.xOpen = { vfs, name, file, flags, outFlags in
                guard let file, let system = vfs?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self),
                    let open = system.pointee.xOpen
                else { return SQLITE_ERROR }
                let own = UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self)
                own.initialize(to: File())
                let code = open(system, name, FaultyFileSystem.real(file), flags, outFlags)
                guard code == SQLITE_OK else { return code }
                own.pointee.path = name.map { Unmanaged.passRetained(String(cString: $0) as NSString) }
                own.pointee.methods = UnsafePointer(FaultyFileSystem.methods)
                return SQLITE_OK
            }
            sqlite3_vfs_register(own, 1)
        }()

        nonisolated(unsafe) fileprivate static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
            let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            methods.initialize(to: sqlite3_io_methods())
            // The second version has what a -wal needs; the third one maps files into memory, past these methods.
            methods.pointee.iVersion = 2
            methods.pointee.xClose = { file in
                let own = file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: File.self) }
                own?.pointee.path?.release()
                own?.pointee.path = nil
                return real(file)?.pointee.pMethods.pointee.xClose(real(file)) ?? SQLITE_ERROR
            }
            methods.pointee.xRead = { file, buffer, count, offset in
                if fails(.read, path(file)) { return SQLITE_IOERR | (1 << 8) }
                return real(file)?.pointee.pMethods.pointee.xRead(real(file), buffer, count, offset) ?? SQLITE_ERROR
            }
            methods.pointee.xWrite = { file, buffer, count, offset in
                if fails(.diskFull, path(file)) { return SQLITE_FULL }
                return real(file)?.pointee.pMethods.pointee.xWrite(real(file), buffer, count, offset) ?? SQLITE_ERROR
            }
            methods.pointee.xTruncate = { real($0)?.pointee.pMethods.pointee.xTruncate(real($0), $1) ?? SQLITE_ERROR }
            methods.pointee.xSync = { file, flags in
                if fails(.sync, path(file)) { return SQLITE_IOERR | (4 << 8) }
                return real(file)?.pointee.pMethods.pointee.xSync(real(file), flags) ?? SQLITE_ERROR
            }
            methods.pointee.xFileSize = { real($0)?.pointee.pMethods.pointee.xFileSize(real($0), $1) ?? SQLITE_ERROR }
            methods.pointee.xLock = { real($0)?.pointee.pMethods.pointee.xLock(real($0), $1) ?? SQLITE_ERROR }
            methods.pointee.xUnlock = { real($0)?.pointee.pMethods.pointee.xUnlock(real($0), $1) ?? SQLITE_ERROR }
            methods.pointee.xCheckReservedLock = {
                real($0)?.pointee.pMethods.pointee.xCheckReservedLock(real($0), $1) ?? SQLITE_ERROR
            }
            methods.pointee.xFileControl = {
                real($0)?.pointee.pMethods.pointee.xFileControl(real($0), $1, $2) ?? SQLITE_NOTFOUND
            }
            methods.pointee.xSectorSize = { real($0)?.pointee.pMethods.pointee.xSectorSize(real($0)) ?? 4096 }
            methods.pointee.xDeviceCharacteristics = {
                real($0)?.pointee.pMethods.pointee.xDeviceCharacteristics(real($0)) ?? 0
            }
            methods.pointee.xShmMap = {
                real($0)?.pointee.pMethods.pointee.xShmMap(real($0), $1, $2, $3, $4) ?? SQLITE_ERROR
            }
            methods.pointee.xShmLock = {
                real($0)?.pointee.pMethods.pointee.xShmLock(real($0), $1, $2, $3) ?? SQLITE_ERROR
            }
            methods.pointee.xShmBarrier = { real($0)?.pointee.pMethods.pointee.xShmBarrier(real($0)) }
            methods.pointee.xShmUnmap = { real($0)?.pointee.pMethods.pointee.xShmUnmap(real($0), $1) ?? SQLITE_ERROR }
            return methods
        }()
    }
#endif
