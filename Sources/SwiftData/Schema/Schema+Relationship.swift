import PermafrostModel

extension Schema {
    /// A reference to other objects. `@Relationship(…)` is one too, before its property is known.
    public final class Relationship: SchemaProperty, @unchecked Sendable, CustomDebugStringConvertible {
        // Every stored property is a constant. A metatype and a key path are the only ones whose types the compiler cannot
        // call `Sendable`.

        /// The property's name; empty before the property is known.
        public let name: String
        /// The name under which the previous version knew the property; ``name`` if it is the same.
        public let originalName: String
        /// What `@Relationship` asks for.
        public let options: [Option]
        /// The property's type.
        public let valueType: Any.Type
        /// The name of the entity on the other side.
        public let destination: String
        /// The name of the property on the other side, declared or inferred; nil if there is none.
        public let inverseName: String?
        /// The property on the other side, as declared.
        public let inverseKeyPath: AnyKeyPath?
        /// What deleting the owner does to the objects on the other side.
        public let deleteRule: DeleteRule
        /// The fewest objects, as declared.
        public let minimumModelCount: Int?
        /// The most objects, as declared; 0 for any number.
        public let maximumModelCount: Int?
        /// Text that changes the version's identity and nothing else.
        public let hashModifier: String?

        /// What `@Relationship(…)` says.
        public convenience init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            self.init(
                name: "", originalName: originalName ?? "", options: options, valueType: Any.self, destination: "",
                inverseName: nil, inverseKeyPath: inverse, deleteRule: deleteRule,
                minimumModelCount: minimumModelCount, maximumModelCount: maximumModelCount, hashModifier: hashModifier)
        }

        init(
            name: String, originalName: String, options: [Option], valueType: Any.Type, destination: String,
            inverseName: String?, inverseKeyPath: AnyKeyPath?, deleteRule: DeleteRule, minimumModelCount: Int?,
            maximumModelCount: Int?, hashModifier: String?
        ) {
            self.name = name
            self.originalName = originalName
            self.options = options
            self.valueType = valueType
            self.destination = destination
            self.inverseName = inverseName
            self.inverseKeyPath = inverseKeyPath
            self.deleteRule = deleteRule
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            self.hashModifier = hashModifier
        }

        /// Whether the property may be nil.
        public var isOptional: Bool { valueType is any FieldValue.OptionalType.Type }
        /// Whether the property refers to at most one object.
        public var isToOneRelationship: Bool { !(Schema.Relationship.Target(of: valueType)?.isToMany ?? false) }
        /// Whether no two objects refer to the same one.
        public var isUnique: Bool { options.contains(.unique) }
        /// False.
        public var isTransient: Bool { false }
        /// False.
        public var isAttribute: Bool { false }
        /// True.
        public var isRelationship: Bool { true }
        /// Name and destination.
        public var debugDescription: String { "Relationship(\(name): \(destination))" }

        /// Whether both are of one name and destination, with equal rules.
        public static func == (left: Relationship, right: Relationship) -> Bool {
            left.name == right.name && left.destination == right.destination && left.inverseName == right.inverseName
                && left.deleteRule == right.deleteRule && left.options == right.options
                && left.valueType == right.valueType && left.originalName == right.originalName
                && left.hashModifier == right.hashModifier
        }

        /// Adds the name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }

        /// What deleting an object does to those that it refers to.
        public enum DeleteRule: String, Hashable, Codable {
            /// Nothing: references to the object are left to the app.
            case noAction
            /// They no longer refer to the object.
            case nullify
            /// They are deleted too.
            case cascade
            /// The object cannot be deleted while it refers to any.
            case deny

            /// The rule in a model.
            var modelRule: PermafrostModel.Relationship.DeleteRule {
                switch self {
                case .noAction: .noAction
                case .nullify: .nullify
                case .cascade: .cascade
                case .deny: .deny
                }
            }
        }

        /// One thing that `@Relationship` can ask for.
        public struct Option: Hashable, Codable, CustomDebugStringConvertible {
            private enum Kind: Hashable, Codable { case unique }

            private let kind: Kind

            /// No two objects refer to the same one.
            public static var unique: Option { Option(kind: .unique) }

            /// The option as code writes it: `.unique`.
            public var debugDescription: String { ".\(kind)" }
        }
    }
}

extension Schema.Relationship {
    /// The model that a property's type refers to.
    struct Target {
        var model: any PersistentModel.Type
        var isToMany: Bool

        /// Nil if the type is no model, and no array of one.
        init?(of type: Any.Type) {
            let inner = (type as? any FieldValue.OptionalType.Type)?.wrappedType ?? type
            if let model = inner as? any PersistentModel.Type {
                self.model = model
                isToMany = false
            } else if let collection = inner as? any FieldValue.CollectionType.Type,
                case .array(let element) = collection.kind,
                let model = element as? any PersistentModel.Type
            {
                self.model = model
                isToMany = true
            } else {
                return nil
            }
        }
    }
}
