/// The groups of key paths of one `#Unique`, for any model. Don't use it directly.
public protocol _UniqueGroups {
    /// The groups of key paths.
    var _keyPaths: [[AnyKeyPath]] { get }
}

/// The groups of key paths of one `#Index`, for any model. Don't use it directly.
public protocol _IndexGroups {
    /// The groups of key paths, and whether each is for an R-tree.
    var _keyPaths: [(keyPaths: [AnyKeyPath], isRTree: Bool)] { get }
}

extension Schema {
    /// Groups of properties that are unique together.
    ///
    /// Declare them with the macro ``Unique(_:)`` in a model's class. The macro creates an object of this type.
    public final class Unique<T: PersistentModel>: _UniqueGroups {
        /// The groups of key paths.
        public let constraints: [[PartialKeyPath<T>]]

        /// Creates groups from key paths.
        ///
        /// - Parameter constraints: the groups. Each array is one group.
        public init(_ constraints: [PartialKeyPath<T>]...) {
            self.constraints = constraints
        }

        /// The groups of key paths, for any model.
        public var _keyPaths: [[AnyKeyPath]] { constraints }
    }

    /// Groups of properties that have an index.
    ///
    /// Declare them with the macro ``Index(_:)-74ia2`` in a model's class. The macro creates an object of this type.
    public final class Index<T: PersistentModel>: _IndexGroups {
        /// A group of properties with its kind of index.
        ///
        /// Use it with the macro ``Index(_:)-7d4z0`` to declare an R-tree.
        public enum Types<P: PersistentModel> {
            /// A B-tree, for comparisons and sorting.
            case binary([PartialKeyPath<P>])
            /// An R-tree, for ranges of coordinates. On Linux, it's only part of the model, and no index is created.
            case rtree([PartialKeyPath<P>])
        }

        /// The groups with their kinds.
        public let indices: [Types<T>]

        /// Creates B-trees from key paths.
        ///
        /// - Parameter indices: the groups. Each array is one index.
        public init(_ indices: [PartialKeyPath<T>]...) {
            self.indices = indices.map { .binary($0) }
        }

        /// Creates indexes of the given kinds.
        ///
        /// - Parameter indices: the groups with their kinds.
        public init(_ indices: Types<T>...) {
            self.indices = indices
        }

        /// The groups of key paths, for any model.
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
