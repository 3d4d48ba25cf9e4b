import PermafrostModel

extension Schema {
    /// An attribute of an entity: a property that contains a value instead of referring to other objects.
    ///
    /// Read attributes from a ``Schema/Entity`` to find out how a model's values are stored. The
    /// ``Attribute(_:originalName:hashModifier:)`` macro has the same arguments as an initializer of this class.
    public class Attribute: SchemaProperty, @unchecked Sendable, CustomDebugStringConvertible {
        // Every stored property is a constant. Two of them have types that the compiler can't check for `Sendable`: a
        // metatype, and the value that `makeDefault` returns.

        /// The property's name. Empty if the attribute was created with ``init(_:originalName:hashModifier:)``.
        public let name: String
        /// The property's name in the previous version. It equals ``name`` if the property wasn't renamed.
        public let originalName: String
        /// The options of the property's `@Attribute`.
        public let options: [Option]
        /// The property's type. It can be an optional.
        public let valueType: Any.Type
        /// A string that changes only the version hash, or nil if the declaration doesn't specify one.
        public let hashModifier: String?
        private let makeDefault: (() -> Any)?

        /// Creates an attribute from the arguments of `@Attribute`.
        ///
        /// - Parameters:
        ///   - options: the options.
        ///   - originalName: the property's name in the previous version, or nil if it hasn't changed.
        ///   - hashModifier: a string that changes only the version hash.
        public convenience init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            self.init(
                name: "", originalName: originalName ?? "", options: options, valueType: Any.self, makeDefault: nil,
                hashModifier: hashModifier)
        }

        /// Creates an attribute that doesn't belong to a class.
        ///
        /// - Parameters:
        ///   - name: the property's name.
        ///   - originalName: the property's name in the previous version, or nil if it hasn't changed.
        ///   - options: the options.
        ///   - valueType: the property's type.
        ///   - defaultValue: the initial value, or nil if the property has no initial value.
        ///   - hashModifier: a string that changes only the version hash.
        public convenience init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            self.init(
                name: name, originalName: originalName ?? name, options: options, valueType: valueType,
                makeDefault: defaultValue.map { value in { value } }, hashModifier: hashModifier)
        }

        init(
            name: String, originalName: String, options: [Option], valueType: Any.Type, makeDefault: (() -> Any)?,
            hashModifier: String?
        ) {
            self.name = name
            self.originalName = originalName
            self.options = options
            self.valueType = valueType
            self.makeDefault = makeDefault
            self.hashModifier = hashModifier
        }

        /// The initial value in the declaration, or nil if the declaration has no initial value.
        ///
        /// The value is computed each time you read this property. A migration that adds the property sets the value in
        /// all rows.
        public var defaultValue: Any? { makeDefault?() }
        /// Whether the property can be nil.
        public var isOptional: Bool { valueType is any OptionalType.Type }
        /// Whether the property has the ``Option/unique`` option.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether the property is kept out of the store, because it has the ``Option/ephemeral`` option.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether the property has the ``Option/transformable(by:)`` option.
        public var isTransformable: Bool { options.contains { $0.transformerName != nil } }
        /// Whether the property is an attribute. Always true.
        public var isAttribute: Bool { true }
        /// Whether the property is a relationship. Always false.
        public var isRelationship: Bool { false }
        /// The attribute's name and type.
        public var debugDescription: String { "Attribute(\(name): \(valueType))" }

        /// Returns whether two attributes have the same names, type, options and hash modifier.
        public static func == (left: Attribute, right: Attribute) -> Bool {
            left.name == right.name && left.originalName == right.originalName && left.valueType == right.valueType
                && left.options == right.options && left.hashModifier == right.hashModifier
        }

        /// Hashes the attribute's name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }

        /// An option of ``Attribute(_:originalName:hashModifier:)``.
        ///
        /// Options are values such as `.unique` in the macro's argument list. Several can be combined.
        public struct Option: Sendable, Hashable, Codable, CustomDebugStringConvertible {
            private enum Kind: Hashable, Codable {
                case unique, externalStorage, ephemeral, preserveValueOnDeletion, spotlight, allowsCloudEncryption
                case transformable(String)
            }

            private let kind: Kind

            /// No two objects may have equal values.
            ///
            /// > Warning: If you insert an object with the same value as a stored object, the save doesn't throw. It
            /// > overwrites the stored object's row with the new object's values.
            ///
            /// The save throws `SwiftDataError.modelValidationFailure` in two cases:
            /// - You change a stored object's value to the value of another stored object.
            /// - You insert an object with the value of a stored object, and the two objects have different classes in
            ///   the same hierarchy.
            ///
            /// Nil values are never equal. For combinations of properties, use ``Unique(_:)``.
            public static var unique: Option { Option(kind: .unique) }
            /// Values of more than 100,000 bytes are stored in files.
            ///
            /// The files are in a hidden folder next to the store: `.Trips_SUPPORT/_EXTERNAL_DATA` for `Trips.store`.
            ///
            /// > Important: A copy of the store's file doesn't include these files. A predicate can only compare such a
            /// > property with nil.
            public static var externalStorage: Option { Option(kind: .externalStorage) }
            /// The value isn't stored, but changing it counts as a change to the object.
            public static var ephemeral: Option { Option(kind: .ephemeral) }
            /// The history preserves the value when an object is deleted.
            ///
            /// Read the value in ``HistoryDelete/tombstone``.
            public static var preserveValueOnDeletion: Option { Option(kind: .preserveValueOnDeletion) }
            /// Spotlight indexes the value. On Linux, the model records the option, which has no other effect.
            public static var spotlight: Option { Option(kind: .spotlight) }
            /// CloudKit encrypts the value. On Linux, the model records the option, which has no other effect.
            public static var allowsCloudEncryption: Option { Option(kind: .allowsCloudEncryption) }

            /// Returns the option to encode the value with a value transformer.
            ///
            /// On Linux, the transformer isn't used. The model records its name, and the store contains an archive of
            /// the value's `Codable` encoding.
            ///
            /// - Parameter name: the transformer's registered name.
            public static func transformable(by name: String) -> Option {
                Option(kind: .transformable(name))
            }

            /// The option as written in code, such as `.unique`.
            public var debugDescription: String {
                if case .transformable(let name) = kind { ".transformable(by: \"\(name)\")" } else { ".\(kind)" }
            }

            /// The name of the value transformer, or nil if the option isn't ``transformable(by:)``.
            var transformerName: String? {
                if case .transformable(let name) = kind { name } else { nil }
            }
        }
    }
}
