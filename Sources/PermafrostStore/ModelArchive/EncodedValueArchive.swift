import Foundation
import PermafrostModel

/// The keyed archive that SwiftData stores for a value of a transformable attribute, such as an array. Its root object
/// is the value's JSON as data.
package enum EncodedValueArchive {
    /// Returns a keyed archive whose root object is data with the given content.
    package static func archive(of content: [UInt8]) -> [UInt8] {
        var writer = KeyedArchiveWriter()
        let root = writer.scalar(.data(content))
        return BinaryPropertyListWriter.encode(writer.archive(root: root))
    }

    /// Returns the content of an archive. Returns nil if the bytes aren't an archive, or if the root object isn't data.
    package static func content(of archive: [UInt8]) -> [UInt8]? {
        guard let reader = try? KeyedArchiveReader(archive) else { return nil }
        return (try? reader.rootObject())?.data
    }
}
