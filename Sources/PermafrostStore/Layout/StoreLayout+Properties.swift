import PermafrostModel

extension StoreLayout {
    /// The columns of a property that an entity has or inherits, in their order: none where its links are elsewhere.
    package func columns(of property: Property, entity: String) -> [String] {
        switch property {
        case .attribute(let attribute): columns(of: attribute, [], entity: entity)
        case .relationship(let relationship):
            relationship.isToMany
                ? []
                : destinationColumns(of: entity, relationship: relationship.name).map {
                    [$0.key] + ($0.entity.map { [$0] } ?? [])
                } ?? []
        case .fetched: []
        }
    }

    private func columns(of attribute: Attribute, _ path: [String], entity: String) -> [String] {
        guard !attribute.isTransient else { return [] }
        let path = path + [attribute.name]
        guard attribute.type == .composite else { return column(of: entity, at: path).map { [$0] } ?? [] }
        return attribute.elements.flatMap { columns(of: $0, path, entity: entity) }
    }
}
