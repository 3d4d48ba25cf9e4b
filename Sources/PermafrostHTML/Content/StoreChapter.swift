import PermafrostModel

/// A store: what it says of itself, its model, its tables and rows.
package struct StoreChapter: Sendable {
    /// A table or an entity with what it holds, in words.
    package struct Count: Sendable {
        package let name: String
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Rows of one entity, as they are shown.
    package struct Rows: Sendable {
        package let entity: String
        /// The names of the columns.
        package let columns: [String]
        /// The cells of each row.
        package let cells: [[String]]
        /// How many there are and are shown.
        package let summary: String

        package init(entity: String, columns: [String], cells: [[String]], summary: String) {
            self.entity = entity
            self.columns = columns
            self.cells = cells
            self.summary = summary
        }
    }

    /// Facts with their names.
    package let facts: [(name: String, value: String)]
    /// Where the model is from, in a sentence.
    package let origin: String
    package let model: SchemaModel
    /// The rows of each entity.
    package let entities: [Count]
    package let tables: [Count]
    /// The rows that were asked for.
    package let rows: [Rows]

    package init(
        facts: [(name: String, value: String)], origin: String, model: SchemaModel, entities: [Count], tables: [Count],
        rows: [Rows]
    ) {
        self.facts = facts
        self.origin = origin
        self.model = model
        self.entities = entities
        self.tables = tables
        self.rows = rows
    }
}
