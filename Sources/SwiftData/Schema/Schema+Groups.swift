/// The groups of key paths of one `#Unique`, whatever its model. Not for use by hand.
public protocol _UniqueGroups {
    /// The groups.
    var _keyPaths: [[AnyKeyPath]] { get }
}

/// The groups of key paths of one `#Index`, whatever its model. Not for use by hand.
public protocol _IndexGroups {
    /// The groups, and whether each is for an R-tree.
    var _keyPaths: [(keyPaths: [AnyKeyPath], isRTree: Bool)] { get }
}

extension Schema {
    /// Groups of properties that are unique together: what `#Unique` makes.
    public final class Unique<T: PersistentModel>: _UniqueGroups {
        /// The groups.
        public let constraints: [[PartialKeyPath<T>]]

        /// The groups of those key paths.
        public init(_ constraints: [PartialKeyPath<T>]...) {
            self.constraints = constraints
        }

        /// The groups, whatever the model.
        public var _keyPaths: [[AnyKeyPath]] { constraints }
    }

    /// Groups of properties that are indexed: what `#Index` makes.
    public final class Index<T: PersistentModel>: _IndexGroups {
        /// A group with its kind of index.
        public enum Types<P: PersistentModel> {
            /// A B-tree.
            case binary([PartialKeyPath<P>])
            /// An R-tree, for ranges of coordinates.
            case rtree([PartialKeyPath<P>])
        }

        /// The groups.
        public let indices: [Types<T>]

        /// B-trees over the groups of those key paths.
        public init(_ indices: [PartialKeyPath<T>]...) {
            self.indices = indices.map { .binary($0) }
        }

        /// Indexes over those groups.
        public init(_ indices: Types<T>...) {
            self.indices = indices
        }

        /// The groups, whatever the model.
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
