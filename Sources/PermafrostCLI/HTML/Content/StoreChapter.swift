import PermafrostModel

/// A store: what it says of itself, its model, its tables and rows.
struct StoreChapter: Sendable {
    /// A table or an entity with what it holds, in words.
    struct Count: Sendable {
        let name: String
        let text: String
    }

    /// Rows of one entity, as they are shown.
    struct Rows: Sendable {
        let entity: String
        /// The names of the columns.
        let columns: [String]
        /// The cells of each row.
        let cells: [[String]]
        /// How many there are and are shown.
        let summary: String
    }

    /// Facts with their names.
    let facts: [(name: String, value: String)]
    /// Where the model is from, in a sentence.
    let origin: String
    let model: SchemaModel
    /// The rows of each entity.
    let entities: [Count]
    let tables: [Count]
    /// The rows that were asked for.
    let rows: [Rows]
}
