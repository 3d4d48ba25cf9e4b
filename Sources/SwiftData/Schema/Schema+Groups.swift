/// A type-erased ``Schema/Unique``, which contains the key paths of a `#Unique` macro. Don't use it directly.
public protocol _UniqueGroups {
    /// The groups of key paths. No two objects may have equal values for all key paths of a group.
    var _keyPaths: [[AnyKeyPath]] { get }
}

/// A type-erased ``Schema/Index``, which contains the key paths of an `#Index` macro. Don't use it directly.
public protocol _IndexGroups {
    /// The groups of key paths. `isRTree` is true if the group's index is an R-tree.
    var _keyPaths: [(keyPaths: [AnyKeyPath], isRTree: Bool)] { get }
}

extension Schema {
    /// Groups of properties whose combined values must be unique.
    ///
    /// Declare the groups with the ``Unique(_:)`` macro in a model's class. The macro creates an instance of this type.
    public final class Unique<T: PersistentModel>: _UniqueGroups {
        /// The groups of key paths. No two objects may have equal values for all key paths of a group.
        public let constraints: [[PartialKeyPath<T>]]

        /// Creates groups from key paths.
        ///
        /// - Parameter constraints: the groups of properties. Each group is an array.
        public init(_ constraints: [PartialKeyPath<T>]...) {
            self.constraints = constraints
        }

        /// The type-erased groups of key paths.
        public var _keyPaths: [[AnyKeyPath]] { constraints }
    }

    /// Groups of properties, each with its own index.
    ///
    /// Declare the groups with the ``Index(_:)-74ia2`` macro in a model's class. The macro creates an instance of this
    /// type.
    public final class Index<T: PersistentModel>: _IndexGroups {
        /// A group of properties and the kind of its index.
        ///
        /// Use it with the ``Index(_:)-7d4z0`` macro to declare an R-tree.
        public enum Types<P: PersistentModel> {
            /// A B-tree, for comparisons and sorting.
            case binary([PartialKeyPath<P>])
            /// An R-tree, for ranges of coordinates. On Linux, the model records the R-tree, but no index is created.
            case rtree([PartialKeyPath<P>])
        }

        /// The groups of properties, each with the kind of its index.
        public let indices: [Types<T>]

        /// Creates B-trees from key paths.
        ///
        /// - Parameter indices: the groups of properties. Each group becomes one index.
        public init(_ indices: [PartialKeyPath<T>]...) {
            self.indices = indices.map { .binary($0) }
        }

        /// Creates indexes of the given kinds.
        ///
        /// - Parameter indices: the groups of properties, each with the kind of its index.
        public init(_ indices: Types<T>...) {
            self.indices = indices
        }

        /// The type-erased groups of key paths.
        public var _keyPaths: [(keyPaths: [AnyKeyPath], isRTree: Bool)] {
            indices.map {
                switch $0 {
                case .binary(let keyPaths): (keyPaths, false)
                case .rtree(let keyPaths): (keyPaths, true)
                }
            }
        }
    }
}
