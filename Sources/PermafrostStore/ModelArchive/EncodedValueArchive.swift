/// The keyed archive in which SwiftData keeps a top-level collection: its root is data, the value's JSON.
package enum EncodedValueArchive {
    /// An archive with that content.
    package static func archive(of content: [UInt8]) -> [UInt8] {
        var writer = KeyedArchiveWriter()
        let root = writer.scalar(.data(content))
        return BinaryPropertyListWriter.encode(writer.archive(root: root))
    }

    /// The content of an archive; nil if it is no archive, or its root is no data.
    package static func content(of archive: [UInt8]) -> [UInt8]? {
        guard let reader = try? KeyedArchiveReader(archive) else { return nil }
        return (try? reader.rootObject())?.data
    }
}
