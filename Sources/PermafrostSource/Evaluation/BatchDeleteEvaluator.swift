import PermafrostModel

/// An evaluator of the classes whose rows batch deletes affect.
struct BatchDeleteEvaluator {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }

    init(table: DeclarationTable) {
        resolver = TypeResolver(table: table, configuration: Configuration(platform: .iOS, flags: []))
    }

    /// Returns every batch delete, sorted by file and location.
    func deletes() -> [ProjectDeclarations.BatchDelete] {
        table.files.indices.flatMap { index in
            table.files[index].batchDeletes.sorted { $0.offset < $1.offset }.map { delete($0, in: index) }
        }
    }

    private func delete(_ delete: ParsedFile.BatchDelete, in index: Int) -> ProjectDeclarations.BatchDelete {
        let scope = DeclarationTable.Scope(file: index, type: Int(delete.scope))
        let names = delete.models.compactMap { name($0, scope, delete.call) }
        return ProjectDeclarations.BatchDelete(
            call: delete.call, models: names.count == delete.models.count ? names : [],
            location: table.files[index].location(delete.offset))
    }

    /// Returns the name of a class or entity. For `delete(model:)`, nil if the project doesn't declare the class, for
    /// example because the argument is a generic parameter. For `NSBatchDeleteRequest`, a name that the project doesn't
    /// declare is kept, because the classes of Core Data entities may be generated.
    private func name(
        _ type: TypeExpression, _ scope: DeclarationTable.Scope, _ call: ProjectDeclarations.BatchDelete.Call
    ) -> String? {
        switch resolver.resolve(type, from: scope) {
        case .node(let node): table.nodes[node].name
        case .opaque(let name): call == .request ? name : nil
        default: nil
        }
    }
}
