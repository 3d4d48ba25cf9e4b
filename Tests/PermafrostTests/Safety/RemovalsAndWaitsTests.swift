import Foundation
import PermafrostTestSupport
import Testing

/// Every call in the library that removes or replaces a store or a folder, with the reason that no row is lost, and every
/// call that waits, with its deadline. A new call must be added here.
@Suite struct RemovalsAndWaitsTests {
    /// Calls in a file: each call's text without the receiver's own receivers, the number of its occurrences if there are
    /// several, and the reason or the deadline.
    private typealias Calls = [(call: String, count: Int, reason: String)]

    /// The files that define the operations on files. Each of their functions is searched for by its name.
    private static let definitions: Set<String> = ["FileAccess.swift", "FileAccess+Streams.swift", "FileSystem.swift"]

    private static let takesValuesOfCopy = """
        externalStorage.takeValues( of: StoreFile(copy).externalStorage, replaces: false, areSynced: false, \
        files: files)
        """
    private static let replacesJournal = #"""
        files.replace(folder.journal, with: Array(text) + [UInt8(ascii: "\n")] + Self.checksum(of: text).utf8)
        """#

    private static let removals: [String: Calls] = [
        "UnusableStore.swift": [
            ("files.remove(target.path)", 1, "An export that failed. The store is at its path."),
            ("files.remove(target)", 2, "Links to files, or copies. The store's name is still at its path."),
            ("files.rename(store, target + \"/\" + folder.storeName)", 1, "The store is put aside, to a new folder."),
            ("files.remove(folder.journal)", 1, "It is the journal of the store that was put aside."),
            ("files.remove(file.path)", 1, "The file is also in the folder of the store that was put aside."),
            ("files.remove(store + \"-shm\")", 1, "An index that SQLite makes again."),
            ("files.remove(value.path)", 1, "The value is also in the folder of the store that was put aside."),
            ("files.removeFolder(store)", 1, "Only an empty folder can be removed."),
            (
                "files.rename(folder.restoreFolder, target + \"/\" + folder.nameNextToStore(\"restoring\"))", 1,
                "The copy is put aside, too."
            ),
        ],
        "ProgressiveMigration.swift": [
            ("replacement.removeLeftovers()", 1, "The copy of a store whose content wasn't replaced yet, or is equal.")
        ],
        "ProgressiveRun.swift": [
            ("replacement.removeLeftovers()", 1, "The copy of a store whose content wasn't replaced yet, or is equal.")
        ],
        "StoreReplacement.swift": [
            ("files.remove(staging)", 1, "See the callers of removeLeftovers."),
            (takesValuesOfCopy, 1, "No file is replaced."),
            (
                "store.replaceContent(by: migrated)", 1,
                "The copy was made and migrated while nothing else could open the store."
            ),
        ],
        "KeptStore.swift": [("discard(name)", 1, "The app has asked for it, and no unfinished restore needs it.")],
        "StoreBackups.swift": [
            ("removePartial()", 1, "Incomplete copies, and folders that discard has renamed."),
            ("files.remove(partial)", 2, "A copy that equals an intact backup; a folder that discard has renamed."),
            ("files.rename(partial, folder.folder(name))", 1, "A backup gets its own, new name."),
            ("files.rename(folder.folder(name), partial)", 1, "See the callers of discard."),
            ("files.remove(folder.folder(name))", 1, "See the callers of removePartial."),
            ("discard(store.name)", 1, "Its backup is intact, and nothing else has changed the store since."),
            (
                "discard(backups[index].url.lastPathComponent)", 1,
                "A newer backup is intact, and no store that is kept for diagnosis needs this one as its proof."
            ),
            ("discard(name)", 1, "Another kept store has the same rows and large values."),
        ],
        "StoreCopy.swift": [("files.remove(folder)", 1, "A copy that this call has begun.")],
        "SafetyFolder.swift": [
            ("rmdir(path)", 1, "Only an empty folder can be removed."),
            ("rmdir(common)", 1, "Only an empty folder can be removed."),
        ],
        "StoreLock.swift": [
            ("folder.removeIfEmpty()", 2, "Only an empty folder can be removed."),
            ("unlink(folder.lock)", 1, "The lock's file has no content."),
        ],
        "JournalFile.swift": [
            (replacesJournal, 1, "It is the journal, which has no rows."),
            ("files.remove(folder.journal)", 1, "It is the journal, which has no rows."),
        ],
        "MigrationAttempt.swift": [
            ("backups.removePartial()", 1, "Incomplete copies, and folders that discard has renamed.")
        ],
        "ManualRestore.swift": [
            ("files.removeFolder(folder.store.path)", 1, "Only an empty folder can be removed.")
        ],
        "MovedStores.swift": [
            ("files.remove(path)", 1, "No part of a store was moved to it; its values are also at the store's path."),
            (
                "files.rename(store + ending, target + \"/\" + folder.storeName + ending)", 1,
                "No such file is in the folder."
            ),
            ("files.exchange(store, target)", 1, "An empty folder takes the store's place."),
            ("files.removeFolder(target)", 1, "Only an empty folder can be removed."),
            ("files.rename(store, target)", 1, "Nothing is at the new path."),
            ("files.remove(place + \".partial\")", 1, "An incomplete copy. The value is at its own path."),
            ("files.rename(place + \".partial\", place)", 1, "Nothing is at the new path."),
        ],
        "Recovery.swift": [
            ("files.remove(folder.restoreFolder)", 1, "A copy of a backup, for a restore that hasn't moved the store."),
            ("removePartial()", 1, "Incomplete copies, and folders that discard has renamed."),
        ],
        "StoreRestoration.swift": [
            (
                "files.remove(folder.restoreFolder)", 5,
                "A copy of a backup: it was moved to the store's path, or is damaged, or the store wasn't moved."
            ),
            ("removeIfUnused()", 1, "See MovedStores."),
            ("files.rename(keptJournal, folder.journal)", 1, "It is a journal, which has no rows."),
            ("files.removeFolder(folder.store.path)", 1, "Only an empty folder can be removed."),
            ("files.renameNew(stagedStore, folder.store.path)", 1, "Nothing is at the new path."),
            (
                "files.rename(stagedStore, folder.store.path)", 1,
                "Nothing was at the new path just before. The volume can't refuse to replace a file."
            ),
            (
                "values.takeValues(of: stagedValues, replaces: true, areSynced: true, files: files)", 1,
                "A file of the same name has the same value, or is damaged."
            ),
        ],
        "ExternalStorage.swift": [
            ("unlink(path)", 1, "A file that this call has begun."),
            ("unlink(folder + \"/\" + name)", 1, "No row refers to the file: see UnreferencedValues."),
            ("system.rename(value.path, place)", 1, "See the callers of takeValues."),
        ],
        "ItemLock.swift": [
            (
                "unlinkat(folder, name, flags & O_CREAT == 0 ? AT_REMOVEDIR : 0)", 1,
                "An empty item that this process has just made."
            )
        ],
        "LockedFolder.swift": [
            ("unlinkat(parent, name, AT_REMOVEDIR)", 2, "Only an empty folder can be removed."),
            ("unlink(path)", 1, "A link, whose target stays."),
            ("removeLeftovers(in: parent, path)", 1, "Temporary folders of processes that have ended."),
            ("removeLeftovers(in: descriptor, parent)", 1, "Temporary folders of processes that have ended."),
            ("FileAccess.removeFolder(name, in: parent, path)", 1, "A temporary folder of a process that has ended."),
            (
                "FileAccess.removeFolder(folder.name, in: folder.parent, folder.path)", 1,
                "A temporary folder of this process, which ends."
            ),
        ],
        "TemporaryFolder.swift": [
            ("default.removeItem(at: url)", 1, "A temporary folder of this process.")
        ],
        "ScratchStore.swift": [
            ("default.removeItem(at: folder)", 1, "A copy that this call has begun."),
            ("FileAccess.remove(target)", 1, "A copy that this call has begun."),
        ],
        "UntrustedStore.swift": [("FileAccess.remove(copy + ending)", 2, "A copy that this call has begun.")],
    ]

    private static let waits: [String: Calls] = [
        "LaunchWork.swift": [
            ("Task.sleep(for: .seconds(1))", 1, "MigrationLaunch: the options' protectedDataTimeout, if there is one.")
        ],
        "ProtectedData.swift": [("Task.sleep(for: $0)", 1, "The timeout of whileProtected.")],
        "ExpiringActivity.swift": [("withCheckedContinuation", 1, "The system's own time limit cancels the work.")],
        "UnusableStore.swift": [("StoreLock(folder: folder, files: files, timeout: timeout)", 1, "10 seconds.")],
        "ProgressiveMigration.swift": [
            ("StoreLock(folder: folder, files: files, timeout: timeout.timeoutSeconds)", 1, "The timeout of perform.")
        ],
        "StoreReplacement.swift": [("connectExclusively(timeout: Self.timeout)", 1, "1 second.")],
        "KeptStore.swift": [
            (
                "StoreLock(folder: folder, files: files, timeout: SafeModelContainer.defaultTimeout.timeoutSeconds)", 1,
                "10 seconds."
            )
        ],
        "ManualRestore.swift": [
            ("StoreLock(folder: folder, files: files, timeout: timeout)", 1, "The timeout of restore.")
        ],
        "SafeMigration.swift": [
            ("StoreLock(folder: folder, files: files, timeout: timeout)", 1, "The timeout of make, from its start.")
        ],
        "StoreLock.swift": [
            ("flock(descriptor, LOCK_EX | LOCK_NB)", 1, "It doesn't wait."),
            ("usleep(Self.interval)", 2, "The end that withLock has determined, before each attempt."),
        ],
        "StoreUsers.swift": [
            ("connectExclusively(timeout: $0)", 1, "1 second, and 4 seconds for a restore: see Patience."),
            ("Thread.sleep(forTimeInterval: 0.01)", 1, "1 second, and 4 seconds for a restore."),
            (
                "connection.setBusyTimeout(milliseconds: Int(timeout * 1000))", 2,
                "1 second, and 4 seconds for a restore."
            ),
        ],
        "ValueReaders.swift": [
            ("flock(descriptor, LOCK_UN)", 2, "It doesn't wait."),
            ("flock(descriptor, operation | LOCK_NB)", 1, "It doesn't wait."),
            ("usleep(1000)", 1, "10 seconds. The values are then read without the lock."),
        ],
        "ItemLock.swift": [("flock(descriptor, LOCK_EX | LOCK_NB)", 2, "It doesn't wait.")],
        "StoreOpening.swift": [
            ("busyTimeout: Int = 10_000", 1, "10 seconds for each statement."),
            ("Thread.sleep(forTimeInterval: 0.01)", 2, "The caller's timeout; the busy timeout, and 100 attempts."),
            ("connection.setBusyTimeout(milliseconds: busyTimeout)", 1, "The busy timeout."),
            ("connection.setBusyTimeout(milliseconds: max(0, Int(left)))", 1, "The rest of the busy timeout."),
        ],
        "StoreReader.swift": [("busyTimeout: Int = 10_000", 1, "10 seconds for each statement.")],
        "UntrustedStore.swift": [
            ("busyTimeout: Int = 10_000", 1, "10 seconds for each statement."),
            ("connection.setBusyTimeout(milliseconds: busyTimeout)", 1, "The busy timeout."),
            ("Thread.sleep(forTimeInterval: 0.01)", 1, "100 attempts to copy a store that changes meanwhile."),
        ],
        "SQLiteConnection.swift": [
            ("sqlite3_busy_handler", 1, "The limit of setBusyTimeout."),
            ("usleep(.random(in: 500...4000))", 1, "The limit of setBusyTimeout."),
        ],
    ]

    /// The names of functions that remove, rename or replace files, and of this project's functions that call them.
    private static let removalNames = [
        "remove", "removeFolder", "removeDirectory", "removeItem", "removePartial", "removeLeftovers", "removeIfEmpty",
        "removeIfUnused", "rename", "renameNew", "renameat", "replace", "replaceItem", "replaceContent", "moveItem",
        "moveNew", "moveReserving", "exchange", "discard", "takeValues", "unlink", "unlinkat", "rmdir", "truncate",
        "ftruncate",
    ]
    private static let waitNames = [
        "sleep", "usleep", "nanosleep", "flock", "lockf", "poll", "select", "setBusyTimeout", "sqlite3_busy_handler",
        "sqlite3_busy_timeout", "connectExclusively", "StoreLock", "DispatchSemaphore", "DispatchGroup", "NSCondition",
        "NSConditionLock", "waitpid", "waitUntilExit", "withChecked", "withCheckedThrowing", "withUnsafe",
        "withUnsafeThrowing", "busyTimeout: Int = ",
    ]
    /// The beginnings of calls of functions with these names that don't change files.
    private static let others = ["continuity.", "names.", "OpenDatabases.", "owner.", "places.", "replace(key, "]

    @Test func everyRemovalHasAReason() throws {
        try expect(Self.removals, Self.calls(Self.removalNames).filter { !Self.definitions.contains($0.key) })
    }

    @Test func everyWaitHasADeadline() throws {
        try expect(Self.waits, Self.calls(Self.waitNames))
    }

    private func expect(_ listed: [String: Calls], _ found: [String: [String: Int]]) throws {
        #expect(found.count > 10)
        for file in Set(listed.keys).union(found.keys).sorted() {
            let known = (listed[file] ?? []).map { ($0.call, $0.count) }
            #expect(
                Dictionary(known, uniquingKeysWith: +) == found[file] ?? [:],
                "\(file): list each call, with the reason that no row is lost, or with its deadline.")
        }
    }

    /// Returns the calls of functions with the given names in the library's sources, with the number of each call's
    /// occurrences, keyed by file name.
    private static func calls(_ names: [String]) throws -> [String: [String: Int]] {
        let name = try Regex("(?:\\b\\w+\\.)?\\b(?:\(names.joined(separator: "|")))(?:\\(|\\d\\w*|Continuation \\{)")
            .wordBoundaryKind(.simple)
        var calls: [String: [String: Int]] = [:]
        for module in ["Permafrost", "PermafrostStore"] {
            for (path, code) in try SourceTree.code(below: "Sources/" + module) {
                let file = String(path.split(separator: "/").last ?? "")
                for match in code.matches(of: name) where !code[..<match.range.lowerBound].hasSuffix("func ") {
                    let call = text(of: code[match.range.lowerBound...], code[match.range])
                    if others.contains(where: call.hasPrefix) { continue }
                    calls[file, default: [:]][call, default: 0] += 1
                }
            }
        }
        return calls
    }

    /// Returns a call with its arguments on one line, or without them if they contain a closure.
    private static func text(of code: Substring, _ match: Substring) -> String {
        var depth = 0
        let end = code.firstIndex { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return character == ")" && depth == 0
        }
        guard match.hasSuffix("("), let end, !code[...end].contains("{") else {
            return match.trimmingCharacters(in: ["(", "{", " "])
        }
        return code[...end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
