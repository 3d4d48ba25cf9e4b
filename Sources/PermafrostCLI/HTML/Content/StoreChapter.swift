import PermafrostModel

/// A store, with its facts, model, tables and rows.
struct StoreChapter: Sendable {
    /// The name of a table or entity, and its row count as text, such as `3 rows`.
    struct Count: Sendable {
        let name: String
        let text: String
    }

    /// The rows of one entity that are shown on the page.
    struct Rows: Sendable {
        let entity: String
        let table: Table
        /// The number of rows that are shown and the total number, such as `8 of 120 rows`.
        let summary: String
    }

    /// The store's facts, such as its size, with their labels.
    let facts: [(name: String, value: String)]
    /// A sentence about the model's origin.
    let origin: String
    let model: SchemaModel
    /// The number of rows of each entity.
    let entities: [Count]
    let tables: [Count]
    /// The rows that the page shows, grouped by entity.
    let rows: [Rows]
}
