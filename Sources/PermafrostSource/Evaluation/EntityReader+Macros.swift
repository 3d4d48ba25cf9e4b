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

    /// Returns the issue with a property whose type isn't declared if a macro of another module may declare the type: a
    /// macro on the property itself, or a macro in the type that the property's type is nested in. Returns nil for any
    /// other property.
    func generatedType(_ value: ParsedValue, _ type: ResolvedType, in context: LookupContext, of model: String)
        -> SourceIssue?
    {
        guard case .opaque(let name) = type.core, !value.attributes.contains(where: { $0.name == "Attribute" }),
            AttributeMapping.isUnknown(name)
        else { return nil }
        let path = name.split(separator: ".").map(String.init)
        let owner = path.count > 1 ? resolver.lookup.node(named: path.dropLast(), from: context.scope) : nil
        let macros = macros(value.attributes, in: context) + (owner.map(memberMacros) ?? [])
        guard let macro = macros.first else { return nil }
        return SourceIssue(
            .generatedType(model: model, property: value.name, type: name, macro: macro),
            at: resolver.table.location(context.scope, value.offset))
    }

    /// Returns the names of the macros of other modules on a type and its members.
    private func memberMacros(of node: Int) -> [String] {
        resolver.lookup.activeParts(of: node).flatMap { part -> [String] in
            let type = resolver.table.type(part)
            let context = LookupContext(scope: LookupScope(file: part.file, type: part.type), selfNode: node)
            return macros(type.attributes + type.values.flatMap(\.attributes), in: context)
        } + freestandingMacros(of: node)
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
