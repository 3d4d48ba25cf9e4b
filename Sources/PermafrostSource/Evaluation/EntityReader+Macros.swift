import PermafrostModel

extension EntityReader {
    /// Returns the record of the macros on a version's type and on its list of models.
    func versionPart(of node: Int, models: DeclaredConstant?) -> CodePart {
        var macros = freestandingMacros(of: node) + attachedMacros(of: node)
        if let models { macros += self.macros(models.value.attributes, in: models.context).map { "\($0) models" } }
        return CodePart(macros: macros)
    }

    /// Returns the names of the macros of other modules on a type's declaration and on its extensions.
    func attachedMacros(of node: Int) -> [String] {
        resolver.lookup.activeParts(of: node).flatMap { part in
            let attributes = resolver.table.type(part).attributes.filter {
                resolver.lookup.isActive($0.conditions, in: part.file)
            }
            return macros(
                attributes, in: LookupContext(scope: resolver.lookup.surroundings(of: part), selfNode: node))
        }
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
        attributes.compactMap { attribute in
            if Self.plainAttributes.contains(attribute.name) {
                return attribute.isQualified ? nil : replacement(of: attribute.name, in: context.scope.file)
            }
            // A property wrapper or a global actor of the project is a type.
            return resolver.lookup.node(named: [attribute.name], from: context.scope) == nil ? attribute.name : nil
        }
    }

    /// Returns the qualified name of the macro that a file's module declares with the name of one of SwiftData's
    /// macros, which it replaces, or nil if there is none.
    private func replacement(of name: String, in file: Int) -> String? {
        let table = resolver.table
        let isReplaced = (table.macroFiles[name] ?? []).contains { other in
            table.modules[other] == table.modules[file]
                && table.files[other].macros.contains { macro in
                    macro.name == name && (macro.access != .file || other == file)
                        && resolver.lookup.isActive(macro.conditions, in: other)
                }
        }
        return isReplaced ? (table.modules[file].map { $0 + "." } ?? "") + name : nil
    }

    /// Returns the names of the macros of other modules that add members to a class or its extensions, as in `#stored`.
    func freestandingMacros(of node: Int) -> [String] {
        resolver.lookup.activeParts(of: node).flatMap { part in
            resolver.table.type(part).macros.compactMap { macro in
                let isPlain = ["Unique", "Index", "warning", "error", "Preview"].contains(macro.name)
                guard resolver.lookup.isActive(macro.conditions, in: part.file),
                    let name = isPlain ? replacement(of: macro.name, in: part.file) : macro.name
                else { return nil }
                return "#" + name
            }
        }.unique
    }

    /// The attributes of SwiftData and of the compiler, and macros that don't affect how values are stored.
    private static let plainAttributes: Set<String> = [
        "Model", "Attribute", "Relationship", "Transient", "available", "objc", "objcMembers", "nonobjc", "MainActor",
        "preconcurrency", "usableFromInline", "inlinable", "backDeployed", "_spi", "ObservationIgnored",
        "DebugDescription", "dynamicMemberLookup", "NSManaged", "unchecked", "FreezeSchema", "Freeze", "frozen",
    ]
}
