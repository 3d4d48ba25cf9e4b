import PermafrostModel

extension EntityReader {
    /// Returns the record of the macros on a version's type and on its list of models.
    func versionPart(of node: Int, models: DeclaredConstant?) -> CodePart {
        var macros = freestandingMacros(of: node)
        for part in resolver.lookup.activeParts(of: node) {
            let attributes = resolver.table.type(part).attributes.filter {
                resolver.lookup.isActive($0.conditions, in: part.file)
            }
            let context = LookupContext(scope: resolver.lookup.surroundings(of: part), selfNode: node)
            macros += self.macros(attributes, in: context)
        }
        if let models { macros += self.macros(models.value.attributes, in: models.context).map { "\($0) models" } }
        return CodePart(macros: macros)
    }

    /// Returns the names of the attributes that may be macros of other modules.
    func macros(_ attributes: [ParsedAttribute], in context: LookupContext) -> [String] {
        attributes.map(\.name).filter { name in
            // A property wrapper or a global actor of the project is a type.
            !Self.plainAttributes.contains(name)
                && resolver.lookup.node(named: [name], from: context.scope) == nil
        }
    }

    /// Returns the names of the macros of other modules that add members to a class or its extensions, as in `#stored`.
    func freestandingMacros(of node: Int) -> [String] {
        resolver.lookup.activeParts(of: node).flatMap { part in
            resolver.table.type(part).macros.filter { macro in
                !["Unique", "Index", "warning", "error", "Preview"].contains(macro.name)
                    && resolver.lookup.isActive(macro.conditions, in: part.file)
            }.map { "#\($0.name)" }
        }.unique
    }

    /// The attributes of SwiftData and of the compiler, and macros that don't affect how values are stored.
    private static let plainAttributes: Set<String> = [
        "Model", "Attribute", "Relationship", "Transient", "available", "objc", "objcMembers", "nonobjc", "MainActor",
        "preconcurrency", "usableFromInline", "inlinable", "backDeployed", "_spi", "ObservationIgnored",
        "DebugDescription", "dynamicMemberLookup", "NSManaged", "unchecked", "FreezeSchema", "Freeze", "frozen",
    ]
}
