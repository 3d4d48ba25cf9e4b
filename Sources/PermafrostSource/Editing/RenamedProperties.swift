import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The source changes that record which properties were renamed, and that add the requested hash modifiers.
///
/// If the user answers that `content` was renamed from `body`, the declaration of `content` gets
/// `@Attribute(originalName: "body")`. Otherwise, it gets a comment that suppresses the `lint` finding.
struct RenamedProperties {
    /// The new contents of the changed files, keyed by path.
    let texts: [String: String]
    /// The changes in each file, keyed by path.
    let changes: [String: [DraftChange]]

    /// Edits the declarations of the properties that the request has answers or hash modifiers for.
    ///
    /// - Throws: `NextVersionDraft.Problem` if a property's declaration can't be found or edited, or `UnreadableFile`
    ///   if a file can't be read or parsed.
    init(_ request: NextVersionRequest, in sources: SourceSet) throws {
        var edits: [String: TextEdits] = [:]
        var changes: [String: [DraftChange]] = [:]
        for renaming in request.renamings {
            let (place, file, found) = try Self.declarations(
                of: renaming.property, in: renaming.entity, request, sources)
            for variable in found {
                if renaming.isRename {
                    Self.give(
                        "originalName", renaming.originalName, to: variable,
                        &edits[place.file, default: TextEdits()])
                } else {
                    let indent = file.indentation(at: variable.bounds.lowerBound)
                    let comment = "// permafrost:ignore PF0213 because \(renaming.oldName) wasn't renamed"
                    edits[place.file, default: TextEdits()]
                        .insert(comment + file.lineEnd + indent, at: variable.bounds.lowerBound)
                }
            }
            changes[place.file, default: []].append(
                renaming.isRename
                    ? .renamed(renaming.subject, to: renaming.property) : .notRenamed(renaming.subject))
        }
        for modifier in request.modifiers {
            let (place, _, found) = try Self.declarations(of: modifier.property, in: modifier.entity, request, sources)
            for variable in found {
                Self.give(
                    "hashModifier", modifier.value, to: variable, &edits[place.file, default: TextEdits()])
            }
            changes[place.file, default: []].append(.hashModifier("\(modifier.entity).\(modifier.property)"))
        }
        texts = try Dictionary(
            uniqueKeysWithValues: edits.map { path, edits in (path, edits.applied(to: try sources.file(path))) })
        self.changes = changes
    }

    /// Returns the declarations of a property in the newest version, the file that contains them, and the location of
    /// the property's class.
    private static func declarations(
        of property: String, in entity: String, _ request: NextVersionRequest, _ sources: SourceSet
    ) throws -> (place: SourceLocation, file: SwiftFile, found: [VariableDeclSyntax]) {
        let name = "\(entity).\(property)"
        guard let place = request.current.classes[entity] else {
            throw NextVersionProblem.unknownProperty(name, request.current.location)
        }
        let file = try sources.file(place.file)
        guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self) else {
            throw NextVersionProblem.moved(entity, place)
        }
        let found = properties(in: node.memberBlock.members, named: property)
        // In a `var` that declares several properties, an attribute applies to all of them.
        guard !found.isEmpty, found.allSatisfy({ $0.bindings.count == 1 }) else {
            throw NextVersionProblem.unknownProperty(name, place)
        }
        return (place, file, found)
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

    /// Adds or replaces an argument of a property's `@Attribute` or `@Relationship`. If the property has neither, adds
    /// an `@Attribute`.
    ///
    /// - Parameter label: `originalName` or `hashModifier`.
    private static func give(
        _ label: String, _ value: String, to variable: VariableDeclSyntax, _ edits: inout TextEdits
    ) {
        let argument = "\(label): \"\(value)\""
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
        if let given = arguments.first(where: { $0.label?.text == label }) {
            edits.replace(given.expression.bounds, with: "\"\(value)\"")
            return
        }
        // The order of arguments is fixed. `originalName` comes before `inverse`, and `hashModifier` is last.
        let following = label == "originalName" ? ["inverse", "hashModifier"] : []
        if let next = arguments.first(where: { $0.label.map { following.contains($0.text) } == true }) {
            edits.insert(argument + ", ", at: next.bounds.lowerBound)
        } else if let last = arguments.last {
            edits.insert(", " + argument, at: last.expression.bounds.upperBound)
        }
    }
}
