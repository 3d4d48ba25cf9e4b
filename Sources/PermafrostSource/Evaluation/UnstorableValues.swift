import PermafrostModel

/// The parts of a property's type that Apple's framework rejects. The framework decomposes enums and structs into
/// members, and rejects a member if it has no column for it. The rules are based on developers' reports and aren't
/// verified.
struct UnstorableValues {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// The state of a walk through a type's parts.
    private struct Walk {
        /// The nodes of the types that enclose the current part.
        var open: Set<Int> = []
        /// The limit for the number of visited parts. If an enum has two values of the next enum, and so on, the number
        /// of parts doubles with each declaration.
        var bound = ResolvedType.SizeBound()
    }

    /// Returns an issue for each rejected part of a property that is stored field by field. The issue is at the part's
    /// own declaration.
    func issues(
        of property: String, _ type: ResolvedType, in model: String, at location: SourceLocation
    ) -> [SourceIssue] {
        var found: [SourceIssue] = []
        var walk = Walk()
        visit(type, path: [model, property], isInside: false, at: location, &walk) { path, type, reason, place in
            found.append(
                SourceIssue(
                    .unstorable(
                        model: model, property: property, path: path.joined(separator: "."), type: type, reason),
                    severity: .warning, at: place))
        }
        return found
    }

    private func visit(
        _ type: ResolvedType, path: [String], isInside: Bool, at location: SourceLocation, _ walk: inout Walk,
        report: ([String], String, SourceIssue.UnstorableValue, SourceLocation) -> Void
    ) {
        guard walk.bound.take(1) else { return }
        let inner = type.unwrapped.type
        switch inner {
        case .node(let node):
            guard let part = resolver.lookup.activeDeclaration(of: node), walk.open.insert(node).inserted else {
                return
            }
            defer { walk.open.remove(node) }
            let declaration = table.type(part)
            guard declaration.generics.isEmpty, path.count < 16 else { return }
            switch declaration.kind {
            case .classType where isInside && !resolver.isModel(node), .actor where isInside:
                report(path, table.nodes[node].path, .classInside(table.nodes[node].name), location)
            case .structure:
                for member in resolver.storedValues(of: declaration, part) {
                    let scope = DeclarationTable.Scope(file: part.file, type: part.type)
                    guard let type = resolver.declaredType(of: member, in: scope) else { continue }
                    let place = table.files[part.file].location(member.offset)
                    visit(type, path: path + [member.name], isInside: true, at: place, &walk, report: report)
                }
            case .enumeration where resolver.rawValues(of: node).type == nil:
                visitCases(of: declaration, part, path: path, &walk, report: report)
            case .enumeration, .classType, .actor, .protocolType, .extensionOf: return
            }
        case .set where isInside: report(path, inner.text(in: table), .unexpected("Builtin.BridgeObject"), location)
        case .opaque(let name):
            guard let reason = Self.frameworkTypes[String(name.prefix { $0 != "<" })] else { return }
            report(path, name, reason, location)
        case .scalar, .optional, .array, .set, .dictionary, .tuple, .ambiguous, .circular: return
        }
    }

    private func visitCases(
        of declaration: ParsedType, _ part: DeclarationTable.Part, path: [String], _ walk: inout Walk,
        report: ([String], String, SourceIssue.UnstorableValue, SourceLocation) -> Void
    ) {
        for enumCase in declaration.cases where resolver.lookup.isActive(enumCase.conditions, in: part.file) {
            for value in enumCase.associated {
                let scope = DeclarationTable.Scope(file: part.file, type: part.type)
                visit(
                    resolver.resolve(value.type, from: scope),
                    path: path + [enumCase.name] + (value.label.map { [$0] } ?? []), isInside: true,
                    at: table.files[part.file].location(enumCase.offset), &walk, report: report)
            }
        }
    }

    /// The types of Apple's frameworks that are rejected, with the reasons that the framework reports.
    private static let frameworkTypes: [String: SourceIssue.UnstorableValue] = [
        "DateComponents": .unexpected("_CalendarProtocol"), "Measurement": .classInside("NSUnit"),
        "PersistentIdentifier": .classInside("NSManagedObjectID"),
        "CGRect": .unkeyed, "CGPoint": .unkeyed, "CGSize": .unkeyed, "AttributedString": .unkeyed,
    ]
}
