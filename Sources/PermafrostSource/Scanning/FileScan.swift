/// The result of scanning a file.
package struct FileScan: Sendable {
    /// The extent of the scan.
    package enum Kind: Sendable, Hashable {
        /// Scanned, and parsed if it declares models, schemas or plans.
        case first(readsCode: Bool)
        /// Parsed.
        case parsed(readsContainers: Bool, readsCode: Bool)
    }

    var summary = FileScan.Summary()
    var parsed: ParsedFile?
    var problem: SourceIssue.Problem?
}

extension FileScan {
    /// The result of reading a file's bytes without parsing: whether it is relevant, and the names that it declares.
    package struct Summary: Sendable, Hashable {
        /// Keywords in the file, including in comments and strings.
        package struct Keywords: OptionSet, Sendable, Hashable {
            package let rawValue: UInt8
            package init(rawValue: UInt8) { self.rawValue = rawValue }

            /// `@Model`
            static let model = Keywords(rawValue: 1)
            /// `VersionedSchema`
            static let schema = Keywords(rawValue: 2)
            /// `SchemaMigrationPlan`, `DeclaredMigrationPlan` or `MigrationPlan`
            static let plan = Keywords(rawValue: 4)
            /// `ModelContainer`, `modelContainer`, `SafeModelContainer`, `DocumentGroup` or `Schema(`
            static let container = Keywords(rawValue: 8)
            /// `FreezeSchema`
            static let freeze = Keywords(rawValue: 16)
            /// `FetchDescriptor`
            static let fetch = Keywords(rawValue: 32)
            /// `copyItem`, `moveItem` or `Data(contentsOf`
            static let copy = Keywords(rawValue: 64)
        }

        /// The keywords found.
        var seeds: Keywords = []
        /// ``FileScan/NameHash`` of each type, typealias and global constant that the file may declare.
        var declared: [UInt64] = []
        /// ``FileScan/NameHash`` of each component of the types that the file may extend.
        var extended: [UInt64] = []
        /// Whether the file has another encoding than UTF-8, by its byte order mark or its zero bytes, or isn't text.
        var isForeignEncoding = false

        /// Whether the file's functions may affect stores.
        var holdsCode: Bool { !seeds.isDisjoint(with: [.container, .fetch, .copy]) }
    }
}

extension FileScan {
    /// The hash of a name's UTF-8, equal in every process.
    enum NameHash {
        static func of(_ name: String) -> UInt64 {
            var hash = start
            for byte in name.utf8 { add(byte, to: &hash) }
            return hash
        }

        static func of(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> UInt64 {
            var hash = start
            for byte in bytes { add(byte, to: &hash) }
            return hash
        }

        private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

        private static func add(_ byte: UInt8, to hash: inout UInt64) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
    }
}
