#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import SwiftData

    @testable import Permafrost

    /// The notes in the files of vaults' stores. A note's text is `n5.0`: the fifth note, not edited yet. The text of a
    /// note with a large value is `v5.0`. A file that isn't at its store's path is read once.
    struct StoredNotes {
        private struct Note {
            let text: String
            /// The name of the file with the large value; nil if the note has none.
            let value: String?
        }

        private static let valueSize = ExternalStorage.inlineLimit + 1
        private var known: [String: [Note]] = [:]

        /// Returns the text of a new note.
        static func text(_ number: Int, hasValue: Bool) -> String { (hasValue ? "v" : "n") + "\(number).0" }

        private static func number(_ text: String) -> Int { Int(text.dropFirst().prefix { $0 != "." }) ?? 0 }

        private static func value(_ text: String) -> Data? {
            text.hasPrefix("v") ? Data(repeating: UInt8(number(text) % 251), count: valueSize) : nil
        }

        /// Returns the notes in a store that have their large values.
        mutating func complete(in path: String) throws -> Set<String> {
            guard let status = FileStatus(at: path) else { throw FileError.last(.read, path) }
            let isKept = path.contains("/" + SafetyFolder.name + "/")
            let key = "\(status.number) \(status.changed)"
            let found = try (isKept ? known[key] : nil) ?? Self.notes(in: path)
            if isKept { known[key] = found }
            let folder = StoreFile(path: path).externalStorage.folder
            return Set(
                found.filter { note in
                    guard let value = note.value else { return !note.text.hasPrefix("v") }
                    return FileStatus.bytes(at: folder + "/" + value) == Self.valueSize
                }.map(\.text))
        }

        private static func notes(in path: String) throws -> [Note] {
            try StoreOpening(path: path).read { connection in
                let columns = try connection.rows("SELECT name FROM pragma_table_info('ZNOTE')")
                let text = columns.contains([.text("ZCONTENT")]) ? "ZCONTENT" : "ZTEXT"
                return try connection.rows("SELECT \(text), ZATTACHMENT FROM ZNOTE").map { row in
                    guard case .text(let text) = row[0] else { throw Violation("A note has no text.") }
                    guard case .blob(let cell) = row[1], case .file(let name) = LargeValueCell(Array(cell)) else {
                        return Note(text: text, value: nil)
                    }
                    return Note(text: text, value: name)
                }
            }
        }

        // MARK: Changes

        /// Opens a store without a plan.
        static func container(_ file: URL, _ app: StoreLifeStep.App) throws -> ModelContainer {
            let schema = Schema(versionedSchema: app == .old ? VaultV1.self : VaultV2.self)
            return try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: file))
        }

        /// Saves a new note.
        static func insert(_ text: String, _ app: StoreLifeStep.App, _ container: ModelContainer) throws {
            let context = ModelContext(container)
            switch app {
            case .old:
                let note = VaultV1.Note(number: number(text))
                (note.text, note.attachment) = (text, value(text))
                context.insert(note)
            case .new:
                let note = VaultV2.Note(number: number(text))
                (note.content, note.attachment) = (text, value(text))
                context.insert(note)
            }
            try context.save()
        }

        /// Changes a note, and returns its new text.
        static func edit(_ text: String, _ app: StoreLifeStep.App, _ container: ModelContainer) throws -> String {
            let parts = text.split(separator: ".")
            let edited = "\(parts[0]).\((Int(parts[1]) ?? 0) + 1)"
            let context = ModelContext(container)
            switch app {
            case .old:
                try context.fetch(FetchDescriptor<VaultV1.Note>()).first { $0.text == text }?.text = edited
            case .new:
                try context.fetch(FetchDescriptor<VaultV2.Note>()).first { $0.content == text }?.content = edited
            }
            try context.save()
            return edited
        }

        static func delete(_ text: String, _ app: StoreLifeStep.App, _ container: ModelContainer) throws {
            let context = ModelContext(container)
            switch app {
            case .old:
                let notes = try context.fetch(FetchDescriptor<VaultV1.Note>())
                for note in notes where note.text == text { context.delete(note) }
            case .new:
                let notes = try context.fetch(FetchDescriptor<VaultV2.Note>())
                for note in notes where note.content == text { context.delete(note) }
            }
            try context.save()
        }

        /// Opens a store, saves a note and closes the store, as another process does.
        static func visit(_ file: URL, _ text: String, _ app: StoreLifeStep.App) throws {
            try insert(text, app, container(file, app))
            try SQLiteConnection(path: file.path, mode: .create).execute(
                """
                UPDATE ATRANSACTION SET ZPROCESSID = 'Widget', ZPROCESSIDTS = NULL \
                WHERE Z_PK = (SELECT MAX(Z_PK) FROM ATRANSACTION)
                """)
        }
    }
#endif
