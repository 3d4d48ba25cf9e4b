import PermafrostModel

extension Schema {
    /// A relationship of an entity: a property that refers to other objects.
    ///
    /// Read relationships from a ``Schema/Entity`` to follow the references of any model. The
    /// ``Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)`` macro has
    /// the same arguments as this class's initializer.
    public final class Relationship: SchemaProperty, @unchecked Sendable, CustomDebugStringConvertible {
        // Every stored property is a constant. Two of them have types that the compiler can't check for `Sendable`: a
        // metatype and a key path.

        /// The property's name. Empty if the relationship was created with the public initializer.
        public let name: String
        /// The property's name in the previous version. It equals ``name`` if the property wasn't renamed.
        public let originalName: String
        /// The options of the property's `@Relationship`.
        public let options: [Option]
        /// The property's type. It can be an optional.
        public let valueType: Any.Type
        /// The name of the related entity.
        public let destination: String
        /// The name of the declared or inferred inverse property, or nil if the relationship has no inverse.
        public let inverseName: String?
        /// The key path of the declared inverse, or nil if none is declared.
        public let inverseKeyPath: AnyKeyPath?
        /// The effect on related objects when an object is deleted.
        public let deleteRule: DeleteRule
        /// The minimum number of objects that `@Relationship` specifies, or nil if the property doesn't have the macro.
        /// Saves on Linux don't check it.
        public let minimumModelCount: Int?
        /// The maximum number of objects that `@Relationship` specifies, or nil if the property doesn't have the macro.
        /// The value 0 means any number. Saves on Linux don't check it.
        public let maximumModelCount: Int?
        /// A string that changes only the version hash, or nil if the declaration doesn't specify one.
        public let hashModifier: String?

        /// Creates a relationship from the arguments of `@Relationship`.
        ///
        /// - Parameters:
        ///   - options: the options.
        ///   - deleteRule: the effect on related objects when an object is deleted.
        ///   - minimumModelCount: the minimum number of objects in a to-many relationship.
        ///   - maximumModelCount: the maximum number of objects in a to-many relationship, or 0 for any number.
        ///   - originalName: the property's name in the previous version, or nil if it hasn't changed.
        ///   - inverse: the inverse property in the related class.
        ///   - hashModifier: a string that changes only the version hash.
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

        /// Whether the property can be nil.
        public var isOptional: Bool { valueType is any OptionalType.Type }
        /// Whether the property refers to at most one object.
        public var isToOneRelationship: Bool { !(RelationshipTarget(of: valueType)?.isToMany ?? false) }
        /// Whether the property has the ``Option/unique`` option.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether the property is kept out of the store. Always false.
        public var isTransient: Bool { false }
        /// Whether the property is an attribute. Always false.
        public var isAttribute: Bool { false }
        /// Whether the property is a relationship. Always true.
        public var isRelationship: Bool { true }
        /// The relationship's name and the name of the related entity.
        public var debugDescription: String { "Relationship(\(name): \(destination))" }

        /// Returns whether two relationships have the same names, type, destination, inverse name, delete rule, options
        /// and hash modifier.
        public static func == (left: Relationship, right: Relationship) -> Bool {
            left.name == right.name && left.destination == right.destination && left.inverseName == right.inverseName
                && left.deleteRule == right.deleteRule && left.options == right.options
                && left.valueType == right.valueType && left.originalName == right.originalName
                && left.hashModifier == right.hashModifier
        }

        /// Hashes the relationship's name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }

        /// The effect of deleting an object on the objects that it refers to.
        ///
        /// Specify the rule in
        /// ``Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)``. The
        /// rule isn't part of the version hash, so it can change without a migration.
        public enum DeleteRule: String, Hashable, Codable {
            /// The related objects don't change.
            ///
            /// > Warning: An inverse to-one relationship still refers to the deleted row, and the app must handle that.
            /// > Links in join tables are deleted with the row.
            case noAction
            /// The related objects no longer refer to the deleted object. This is the default.
            case nullify
            /// The related objects are deleted, too, and their own delete rules are applied.
            ///
            /// > Warning: A chain of cascading relationships deletes everything that it reaches.
            case cascade
            /// The object can't be deleted while it refers to objects that aren't also deleted:
            /// ``ModelContext/save()`` throws.
            case deny

            var modelRule: PermafrostModel.Relationship.DeleteRule {
                switch self {
                case .noAction: .noAction
                case .nullify: .nullify
                case .cascade: .cascade
                case .deny: .deny
                }
            }
        }

        /// An option of
        /// ``Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)``.
        ///
        /// The only option is ``unique``.
        public struct Option: Hashable, Codable, CustomDebugStringConvertible {
            private enum Kind: Hashable, Codable { case unique }

            private let kind: Kind

            /// No two objects may refer to the same object through this relationship.
            public static var unique: Option { Option(kind: .unique) }

            /// The option as written in code, such as `.unique`.
            public var debugDescription: String { ".\(kind)" }
        }
    }
}
