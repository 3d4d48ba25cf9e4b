import PermafrostModel

extension Schema {
    /// A value that objects of an entity hold.
    ///
    /// Read attributes from a ``Schema/Entity`` to find out how a model's values are stored. The macro
    /// ``Attribute(_:originalName:hashModifier:)`` has the arguments of an initializer of this class.
    public class Attribute: SchemaProperty, @unchecked Sendable, CustomDebugStringConvertible {
        // Every stored property is a constant. The compiler can't call only two of their types `Sendable`: a metatype,
        // and the value that `makeDefault` returns.

        /// The property's name; empty for an attribute that was made from the arguments of the macro.
        public let name: String
        /// The property's name in the previous version; ``name`` if it's the same.
        public let originalName: String
        /// The options of the property's `@Attribute`.
        public let options: [Option]
        /// The property's type, including its optional.
        public let valueType: Any.Type
        /// Text that changes the version hash and nothing else.
        public let hashModifier: String?
        private let makeDefault: (() -> Any)?

        /// Creates an attribute from the arguments of `@Attribute`.
        ///
        /// - Parameters:
        ///   - options: the options.
        ///   - originalName: the property's name in the previous version; nil if it's the same.
        ///   - hashModifier: text that changes the version hash and nothing else.
        public convenience init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            self.init(
                name: "", originalName: originalName ?? "", options: options, valueType: Any.self, makeDefault: nil,
                hashModifier: hashModifier)
        }

        /// Creates an attribute without a class.
        ///
        /// - Parameters:
        ///   - name: the property's name.
        ///   - originalName: the property's name in the previous version; nil if it's the same.
        ///   - options: the options.
        ///   - valueType: the property's type.
        ///   - defaultValue: the initial value; nil for none.
        ///   - hashModifier: text that changes the version hash and nothing else.
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

        /// The initial value in the declaration; nil if there is none.
        ///
        /// It's made each time this is read. A migration that adds the property gives it to all rows.
        public var defaultValue: Any? { makeDefault?() }
        /// Whether the property may be nil.
        public var isOptional: Bool { valueType is any FieldValue.OptionalType.Type }
        /// Whether the property has the option ``Option/unique``.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether the property is kept out of the store, by the option ``Option/ephemeral``.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether the property is marked with a value transformer.
        public var isTransformable: Bool { options.contains { $0.transformerName != nil } }
        /// Whether the property is a value, which is always true.
        public var isAttribute: Bool { true }
        /// Whether the property refers to other objects, which is always false.
        public var isRelationship: Bool { false }
        /// The name and the type.
        public var debugDescription: String { "Attribute(\(name): \(valueType))" }

        /// Returns whether both have the same name and type, and equal options.
        public static func == (left: Attribute, right: Attribute) -> Bool {
            left.name == right.name && left.originalName == right.originalName && left.valueType == right.valueType
                && left.options == right.options && left.hashModifier == right.hashModifier
        }

        /// Hashes the name.
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

            /// No two objects have equal values.
            ///
            /// > Warning: Inserting an object with the value of a stored one doesn't throw. The save overwrites the
            /// > stored object's row with the new object's values.
            ///
            /// A stored object that is changed to another one's value makes the save throw
            /// `SwiftDataError.modelValidationFailure`. Nil is equal to nothing. Use ``Unique(_:)`` for several
            /// properties together.
            public static var unique: Option { Option(kind: .unique) }
            /// Values of more than 100,000 bytes are files.
            ///
            /// The files are in a hidden folder next to the store: `.Trips_SUPPORT/_EXTERNAL_DATA` for `Trips.store`.
            ///
            /// > Important: A copy of the store's file doesn't include them. A predicate can only compare such a
            /// > property with nil.
            public static var externalStorage: Option { Option(kind: .externalStorage) }
            /// The value is kept out of the store, but changing it counts as a change of the object.
            public static var ephemeral: Option { Option(kind: .ephemeral) }
            /// The history keeps the value of a deleted object.
            ///
            /// Read it in ``HistoryDelete/tombstone``.
            public static var preserveValueOnDeletion: Option { Option(kind: .preserveValueOnDeletion) }
            /// Spotlight indexes the value. On Linux, the option is only part of the model.
            public static var spotlight: Option { Option(kind: .spotlight) }
            /// CloudKit encrypts the value. On Linux, the option is only part of the model.
            public static var allowsCloudEncryption: Option { Option(kind: .allowsCloudEncryption) }

            /// Returns the option that a value transformer keeps the value.
            ///
            /// On Linux, the name is only part of the model: the value is archived like any other.
            ///
            /// - Parameter name: the transformer's registered name.
            public static func transformable(by name: String) -> Option {
                Option(kind: .transformable(name))
            }

            /// The option as it's written in code, such as `.unique`.
            public var debugDescription: String {
                if case .transformable(let name) = kind { ".transformable(by: \"\(name)\")" } else { ".\(kind)" }
            }

            /// The name of the value transformer.
            var transformerName: String? {
                if case .transformable(let name) = kind { name } else { nil }
            }
        }
    }
}
