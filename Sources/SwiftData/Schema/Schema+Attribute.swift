import PermafrostModel

extension Schema {
    /// A value that objects of an entity hold. `@Attribute(…)` is one too, before its property is known.
    public class Attribute: SchemaProperty, @unchecked Sendable, CustomDebugStringConvertible {
        // Every stored property is a constant. A metatype and the value that `makeDefault` returns are the only ones whose
        // types the compiler cannot call `Sendable`.

        /// The property's name; empty before the property is known.
        public let name: String
        /// The name under which the previous version knew the property; ``name`` if it is the same.
        public let originalName: String
        /// What `@Attribute` asks for.
        public let options: [Option]
        /// The property's type.
        public let valueType: Any.Type
        /// Text that changes the version's identity and nothing else.
        public let hashModifier: String?
        private let makeDefault: (() -> Any)?

        /// What `@Attribute(…)` says.
        public convenience init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            self.init(
                name: "", originalName: originalName ?? "", options: options, valueType: Any.self, makeDefault: nil,
                hashModifier: hashModifier)
        }

        /// What the arguments say: an attribute that is described without a class.
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

        /// The initial value in the declaration: what rows get that a migration adds the property to.
        public var defaultValue: Any? { makeDefault?() }
        /// Whether the property may be nil.
        public var isOptional: Bool { valueType is any FieldValue.OptionalType.Type }
        /// Whether no two objects have equal values.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether the property is kept out of the store.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether a value transformer keeps the value.
        public var isTransformable: Bool { options.contains { $0.transformerName != nil } }
        /// True.
        public var isAttribute: Bool { true }
        /// False.
        public var isRelationship: Bool { false }
        /// Name and type.
        public var debugDescription: String { "Attribute(\(name): \(valueType))" }

        /// Whether both are of one name and type, with equal options.
        public static func == (left: Attribute, right: Attribute) -> Bool {
            left.name == right.name && left.originalName == right.originalName && left.valueType == right.valueType
                && left.options == right.options && left.hashModifier == right.hashModifier
        }

        /// Adds the name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }

        /// One thing that `@Attribute` can ask for.
        public struct Option: Sendable, Hashable, Codable, CustomDebugStringConvertible {
            private enum Kind: Hashable, Codable {
                case unique, externalStorage, ephemeral, preserveValueOnDeletion, spotlight, allowsCloudEncryption
                case transformable(String)
            }

            private let kind: Kind

            /// No two objects have equal values: inserting a second one updates the first.
            public static var unique: Option { Option(kind: .unique) }
            /// Large values go to files beside the store.
            public static var externalStorage: Option { Option(kind: .externalStorage) }
            /// The value is kept out of the store, yet its changes count as changes.
            public static var ephemeral: Option { Option(kind: .ephemeral) }
            /// The history keeps the value of a deleted object.
            public static var preserveValueOnDeletion: Option { Option(kind: .preserveValueOnDeletion) }
            /// Spotlight indexes the value; on Linux the mark alone is kept.
            public static var spotlight: Option { Option(kind: .spotlight) }
            /// CloudKit encrypts the value; on Linux the mark alone is kept.
            public static var allowsCloudEncryption: Option { Option(kind: .allowsCloudEncryption) }

            /// The value transformer of that name keeps the value.
            public static func transformable(by name: String) -> Option {
                Option(kind: .transformable(name))
            }

            /// The option as code writes it: `.unique`.
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
