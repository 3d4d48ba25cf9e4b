import PermafrostModel

/// The model that a store carries in its model cache: an NSKeyedArchiver archive, deflated.
///
/// It is written as a framework of version 1518 writes it, key for key, and the same model gives the same bytes. Archives
/// of all frameworks from 637 on are read; they may come from anywhere, so sizes, depths and counts are bounded.
package enum ModelArchive {
    /// An archive inflates to at most this many bytes; a model of 17 entities has 22,000.
    package static let sizeLimit = 32 << 20

    /// The model cache of a store of the model. What it carries is ``PermafrostModel/SchemaModel/archived``.
    package static func encode(_ model: SchemaModel) -> [UInt8] {
        RawDeflate.storing(encodePropertyList(model))
    }

    /// The archive before it is deflated.
    static func encodePropertyList(_ model: SchemaModel) -> [UInt8] {
        BinaryPropertyListWriter.encode(ModelArchiveEncoder.archive(of: model.archived))
    }

    /// The model in a model cache, deflated or not.
    package static func decode(_ content: [UInt8]) throws(ModelArchiveError) -> SchemaModel {
        var decoder = ModelArchiveDecoder(reader: try KeyedArchiveReader(inflate(content)))
        return try decoder.model()
    }

    private static func inflate(_ content: [UInt8]) throws(ModelArchiveError) -> [UInt8] {
        guard content.count <= sizeLimit else { throw .tooLarge }
        guard !BinaryPropertyListReader.recognizes(content) else { return content }
        do {
            return try RawDeflate.inflate(content, limit: sizeLimit)
        } catch .tooLarge {
            throw .tooLarge
        } catch {
            throw .notInflatable
        }
    }
}
