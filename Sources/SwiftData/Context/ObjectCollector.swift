import PermafrostStore

/// A list of the objects that a query finds.
protocol ObjectCollector {
    /// Adds an object, in the order of the query's rows.
    mutating func append(_ object: consuming any PersistentModel)
}
