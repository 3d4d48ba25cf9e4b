import PermafrostModel

/// An evaluator of batch deletes and of the models whose rows they delete.
struct BatchDeleteEvaluator {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }

    init(table: DeclarationTable) {
        resolver = TypeResolver(table: table, configuration: Configuration(platform: .iOS, flags: []))
    }

    /// Returns the project's batch deletes, sorted by file and location. Omits `delete(model:)` calls to the project's
    /// own methods, and calls with a type of the project that isn't a model.
    func deletes() -> [BatchDelete] {
        table.files.indices.flatMap { index in
            table.files[index].batchDeletes.sorted { $0.offset < $1.offset }.compactMap { delete($0, in: index) }
        }
    }

    /// Returns a parsed batch delete with its models, or with an empty list if one of the models can't be determined.
    /// Returns nil if a `delete(model:)` call runs the project's own method, or has a type of the project that isn't a
    /// model.
    private func delete(_ delete: ParsedBatchDelete, in index: Int) -> BatchDelete? {
        let scope = LookupScope(file: index, type: Int(delete.scope))
        guard !callsOwnMethod(delete, scope) else { return nil }
        let named = delete.models.map { self.named($0, scope, delete.call) }
        guard !named.contains(.otherType) else { return nil }
        let models = named.compactMap { if case .model(let model) = $0 { model } else { nil } }
        return BatchDelete(
            call: delete.call, models: models.count == named.count ? models : [],
            location: table.files[index].location(delete.offset))
    }

    /// Returns whether a `delete(model:)` call runs the project's own method instead of `ModelContext`'s. This is
    /// assumed if the receiver's type is a type of the project. A protocol doesn't count, because `ModelContext` may
    /// conform to it.
    private func callsOwnMethod(_ delete: ParsedBatchDelete, _ scope: LookupScope) -> Bool {
        guard delete.call == .modelContext else { return false }
        switch delete.receiver {
        case .unknown: return false
        case .enclosing: return table.node(of: scope).map(isOwnType) ?? true
        case .typed(let type):
            guard case .node(let node) = resolver.resolve(type, from: scope).unwrapped.type else { return false }
            return isOwnType(node)
        }
    }

    /// Returns whether the project declares a type as a class, struct, enum or actor, instead of only extending it.
    private func isOwnType(_ node: Int) -> Bool {
        switch resolver.kind(of: node) {
        case .classType, .structure, .enumeration, .actor: true
        case .protocolType, .extensionOf, nil: false
        }
    }

    private enum Named: Equatable {
        case model(BatchDelete.Model)
        /// A type of the project that isn't a `@Model` class and therefore has no rows.
        case otherType
        case unknown
    }

    /// Returns the model or entity that a type refers to.
    ///
    /// Returns `otherType` if a `delete(model:)` call refers to a type of the project that isn't a model. Returns
    /// `unknown` for a generic parameter, and for `Self` in a protocol extension. Returns an undeclared type in an
    /// `NSBatchDeleteRequest` as an entity, because it may be the entity's generated class.
    private func named(
        _ type: TypeExpression, _ scope: LookupScope, _ call: BatchDelete.Call
    ) -> Named {
        switch resolver.resolve(type, from: scope) {
        case .node(let node):
            guard isOwnType(node) else { return .unknown }
            if call == .modelContext, !resolver.isModel(node) { return .otherType }
            return .model(.init(name: table.nodes[node].name, type: table.nodes[node].path))
        case .opaque(let name): return call == .request ? .model(.init(name: name)) : .unknown
        default: return .unknown
        }
    }
}
