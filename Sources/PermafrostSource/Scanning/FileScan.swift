import Foundation

/// The result of scanning a file, parsing it, or both.
package struct FileScan: Sendable {
    /// The way that a file was read.
    package enum Kind: Sendable, Hashable {
        /// The file was scanned, and also parsed if it has a keyword that declares models, schemas or plans. The
        /// Boolean specifies whether the result includes code that affects stores.
        case first(readsCode: Bool)
        /// The file was parsed, regardless of its keywords. If `readsContainers` is true, the result includes the calls
        /// that list a container's models. If `readsCode` is true, it includes code that affects stores.
        case parsed(readsContainers: Bool, readsCode: Bool)
        /// The file of a version of a Core Data model was parsed.
        case model
    }

    var summary = FileSummary()
    var parsed: ParsedFile?
    var model: ModelContents?
    var problem: SourceIssue.Problem?
}

/// The hash of a name's UTF-8 bytes. It is the same in every process.
enum NameHash {
    static func of(_ name: String) -> UInt64 {
        var hash = start
        for byte in name.utf8 { add(byte, to: &hash) }
        return hash
    }

    /// Returns the hashes of a name and of its other Unicode forms, whose bytes differ although the strings are equal.
    static func ofForms(_ name: String) -> Set<UInt64> {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return [of(name)] }
        return Set(
            [name, name.precomposedStringWithCanonicalMapping, name.decomposedStringWithCanonicalMapping].map { of($0) }
        )
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
