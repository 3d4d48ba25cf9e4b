import PermafrostModel

/// A reader for the uniqueness constraints and indexes of a `@Model` class: its `.unique` attributes, `#Unique` and
/// `#Index`.
struct ConstraintReader {
    let resolver: TypeResolver
    let options: OptionReader

    /// Adds a class's uniqueness constraints and indexes to the draft. The constraints of `.unique` attributes come
    /// first, sorted by name so that the order of the class's members doesn't matter. The groups of `#Unique` follow as
    /// declared. The hash has its own order.
    func read(
        _ type: ParsedType, _ part: DeclarationPart, _ context: LookupContext, _ unique: [String],
        into draft: inout EntityDraft
    ) {
        let file = resolver.table.files[part.file]
        var constraints = unique.sortedByCodeUnit().map { [$0] }
        for macro in type.macros where resolver.lookup.isActive(macro.conditions, in: part.file) {
            switch macro.name {
            case "Unique":
                for argument in macro.arguments {
                    // Assume that `[]` doesn't constrain anything. Its text in the hash is empty in any case.
                    if case .array([]) = argument.value.kind { continue }
                    guard let names = keyPaths(argument.value, context) else {
                        draft.issues.append(notEvaluable("#Unique", argument.value, file))
                        continue
                    }
                    if !constraints.contains(names) {
                        constraints.append(names)
                        draft.constraintPlaces[Entity.text(ofConstraint: names)] = file.location(argument.value.offset)
                    }
                }
            case "Index":
                for argument in macro.arguments {
                    guard let index = index(argument.value, context) else {
                        draft.issues.append(notEvaluable("#Index", argument.value, file))
                        continue
                    }
                    draft.indexes.append(index)
                    draft.constraintPlaces[index.summary] = file.location(argument.value.offset)
                }
            default: break
            }
        }
        draft.uniquenessConstraints = constraints
    }

    private func notEvaluable(_ what: String, _ expression: Expression, _ file: ParsedFile) -> SourceIssue {
        SourceIssue(
            .notEvaluable(what: what, expression: expression.text), at: file.location(expression.offset))
    }

    /// Returns the index that `[\.a, \.b]`, `.binary([\.a])` or `.rtree([\.a])` declares, or nil for any other
    /// expression.
    private func index(_ expression: Expression, _ context: LookupContext) -> FetchIndex? {
        var list = expression
        var kind = FetchIndex.Element.Kind.binary
        if case .call(let callee, let arguments) = expression.kind, case .member(_, let name) = callee.kind,
            arguments.count == 1
        {
            guard name == "binary" || name == "rtree" else { return nil }
            kind = name == "rtree" ? .rTree : .binary
            list = arguments[0].value
        }
        guard let names = keyPaths(list, context) else { return nil }
        // Assume that the name of an R-tree index follows the pattern of a binary index.
        let prefix = kind == .binary ? "SwiftDataIndexOnBinary" : "SwiftDataIndexOnRTree"
        return FetchIndex(
            name: prefix + names.joined(), elements: names.map { .init(property: $0, kind: kind) })
    }

    private func keyPaths(_ expression: Expression, _ context: LookupContext) -> [String]? {
        guard case .array(let elements) = expression.kind, !elements.isEmpty else { return nil }
        let names = elements.compactMap { options.propertyPath($0, context) }
        return names.count == elements.count ? names : nil
    }
}
