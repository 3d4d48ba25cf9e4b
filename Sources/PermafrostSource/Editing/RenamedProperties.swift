import SwiftSyntax

/// The sources with the user's answers about renamed properties applied.
///
/// If `content` was renamed from `body`, `var content: String` becomes `@Attribute(originalName: "body") var content:
/// String`. If `content` isn't a new name for `body`, `content` gets a comment that suppresses the `lint` finding.
struct RenamedProperties {
    /// The new contents of the changed files, keyed by path.
    let texts: [String: String]
    /// The changes in each file, keyed by path.
    let changes: [String: [NextVersionDraft.File.Change]]

    /// Applies the request's answers about renamed properties to the sources.
    ///
    /// - Throws: `NextVersionDraft.Problem` if the old name can't be added to a property, or `UnreadableFile`.
    init(_ request: NextVersionRequest, in sources: SourceSet) throws {
        var edits: [String: SwiftFile.TextEdits] = [:]
        var changes: [String: [NextVersionDraft.File.Change]] = [:]
        for renaming in request.renamings {
            let name = "\(renaming.entity).\(renaming.property)"
            guard let place = request.current.classes[renaming.entity] else {
                throw NextVersionDraft.Problem.unknownProperty(name, request.current.location)
            }
            let file = try sources.file(place.file)
            guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self) else {
                throw NextVersionDraft.Problem.moved(renaming.entity, place)
            }
            let found = Self.properties(in: node.memberBlock.members, named: renaming.property)
            // In a `var` that declares several properties, an attribute applies to all of them.
            guard !found.isEmpty, found.allSatisfy({ $0.bindings.count == 1 }) else {
                throw NextVersionDraft.Problem.unknownProperty(name, place)
            }
            for variable in found {
                if renaming.isRename {
                    Self.give(renaming.oldName, to: variable, &edits[place.file, default: SwiftFile.TextEdits()])
                } else {
                    let indent = file.indentation(at: variable.bounds.lowerBound)
                    let comment = "// permafrost:ignore PF0213 because \(renaming.oldName) wasn't renamed"
                    edits[place.file, default: SwiftFile.TextEdits()]
                        .insert(comment + file.lineEnd + indent, at: variable.bounds.lowerBound)
                }
            }
            changes[place.file, default: []].append(
                renaming.isRename
                    ? .renamed(renaming.subject, to: renaming.property) : .notRenamed(renaming.subject))
        }
        texts = try Dictionary(
            uniqueKeysWithValues: edits.map { path, edits in (path, edits.applied(to: try sources.file(path))) })
        self.changes = changes
    }

    /// Returns the declarations of a property. An `#if` may have a declaration in each branch.
    private static func properties(in members: MemberBlockItemListSyntax, named name: String) -> [VariableDeclSyntax] {
        members.flatMap { item -> [VariableDeclSyntax] in
            if let condition = item.decl.as(IfConfigDeclSyntax.self) {
                return condition.clauses.flatMap { clause -> [VariableDeclSyntax] in
                    guard case .decls(let members)? = clause.elements else { return [] }
                    return properties(in: members, named: name)
                }
            }
            guard let variable = item.decl.as(VariableDeclSyntax.self),
                variable.bindings.contains(where: {
                    $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name == name
                })
            else { return [] }
            return [variable]
        }
    }

    /// Adds a property's old name to its `@Attribute` or `@Relationship`. If the property has neither, adds an
    /// `@Attribute`.
    private static func give(_ oldName: String, to variable: VariableDeclSyntax, _ edits: inout SwiftFile.TextEdits) {
        let argument = "originalName: \"\(oldName)\""
        let attribute = variable.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
            let name = $0.attributeName.trimmedDescription.split(separator: ".").last
            return name == "Attribute" || name == "Relationship"
        }
        guard let attribute else {
            edits.insert("@Attribute(\(argument)) ", at: variable.bounds.lowerBound)
            return
        }
        guard case .argumentList(let arguments)? = attribute.arguments, !arguments.isEmpty else {
            let text = "@\(attribute.attributeName.trimmedDescription)(\(argument))"
            edits.replace(attribute.bounds, with: text)
            return
        }
        if let given = arguments.first(where: { $0.label?.text == "originalName" }) {
            edits.replace(given.expression.bounds, with: "\"\(oldName)\"")
            return
        }
        // The order of arguments is fixed. `originalName` comes before `inverse` and `hashModifier`.
        if let next = arguments.first(where: { ["inverse", "hashModifier"].contains($0.label?.text) }) {
            edits.insert(argument + ", ", at: next.bounds.lowerBound)
        } else if let last = arguments.last {
            edits.insert(", " + argument, at: last.expression.bounds.upperBound)
        }
    }
}
