import PermafrostModel

extension StoreLayout {
    /// The schema as one text, in the order of `ORDER BY tbl_name, type DESC, name`: each statement followed by `;` and a
    /// newline.
    package var ddl: String { statements.inQueryOrder().text }

    /// The SHA-256 of ``ddl`` in lower-case hexadecimal, as FreezeRay computes it.
    package var ddlChecksum: String {
        Digest.hex(Digest.sha256(Array(ddl.utf8)))
    }

    /// One row of Z_PRIMARYKEY.
    package struct PrimaryKey: Sendable, Hashable {
        /// The entity's number.
        package var entityNumber: Int
        /// The entity's name.
        package var name: String
        /// The number of the superentity, 0 where there is none.
        package var superentityNumber: Int
        /// The highest `Z_PK` handed out; a root entity's counts for its family, whose other entities have 0.
        package var highestKey: Int

        /// A row.
        package init(entityNumber: Int, name: String, superentityNumber: Int, highestKey: Int) {
            self.entityNumber = entityNumber
            self.name = name
            self.superentityNumber = superentityNumber
            self.highestKey = highestKey
        }
    }

    /// The rows of Z_PRIMARYKEY of a store without rows, in the order of the entities' numbers. Those of the history's
    /// own entities (16001 and on) come with the first recorded transaction.
    package var primaryKeys: [PrimaryKey] {
        entityOrder.map { name in
            PrimaryKey(
                entityNumber: entityNumbers[name] ?? 0, name: name,
                superentityNumber: model.entity(named: name)?.superentity.flatMap { entityNumbers[$0] } ?? 0,
                highestKey: 0)
        }
    }
}
