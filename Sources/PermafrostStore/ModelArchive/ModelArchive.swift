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
    package static func decode(_ content: [UInt8]) throws(ModelArchive.Failure) -> SchemaModel {
        var decoder = ModelArchiveDecoder(reader: try KeyedArchiveReader(inflate(content)))
        return try decoder.model()
    }

    private static func inflate(_ content: [UInt8]) throws(ModelArchive.Failure) -> [UInt8] {
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

extension ModelArchive {
    /// Why a model cache holds no model that can be read.
    package enum Failure: Error, Sendable, Hashable {
        /// The bytes do not inflate.
        case notInflatable
        /// The archive, or what it describes, is larger than any real model.
        case tooLarge
        /// The bytes are no property list.
        case notPropertyList(BinaryPropertyListError)
        /// The property list is no keyed archive of a model.
        case notKeyedArchive
        /// The archive lacks something that every model has, or has something that none does.
        case damaged(Damage)

        /// What is wrong with an archive's description of a model.
        package enum Damage: Sendable, Hashable {
            case entityWithoutName
            case propertyWithoutName(entity: String)
            case relationshipWithoutDestination(entity: String, property: String)
            case unknownAttributeType(entity: String, property: String, type: Int64)
            case unknownPropertyClass(entity: String, property: String, className: String)
            case unknownDeleteRule(entity: String, property: String, rule: Int64)
        }
    }
}
