import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The edits that take a version out of a plan: its element in the list of versions, its stages, and the constants that
/// declare these stages. A `Retired` value replaces them.
struct PlanRetirement {
    /// The edits, each with the path of the edited file.
    private(set) var edits: [(path: String, range: Range<Int>, text: String)] = []
    /// The declarations of stages that are removed completely.
    private(set) var removed: [VersionPieces.Piece] = []

    private let pieces: [VersionPieces.Piece]
    private let names: Set<String>
    private let plan: RetirementDraft.Request.Plan

    /// Creates the edits.
    ///
    /// - Parameter names: the names of the version's type and of its typealiases.
    /// - Throws: `RetirementDraft.Problem` if the plan has no list that contains the version, or if the plan isn't at
    ///   its location. `UnreadableFile` if a file can't be read or parsed.
    init(_ plan: RetirementDraft.Request.Plan, of names: Set<String>, in sources: SourceSet) throws {
        self.plan = plan
        self.names = names
        pieces = try plan.isConstant ? [Self.constant(plan, in: sources)] : Self.pieces(of: plan, in: sources)
        if let (piece, call) = call() {
            try edit(call, in: piece)
        } else {
            try editLists()
        }
    }

    private static func pieces(
        of plan: RetirementDraft.Request.Plan, in sources: SourceSet
    ) throws -> [VersionPieces.Piece] {
        do { return try VersionPieces(of: plan.type, at: plan.location, in: sources).all } catch NextVersionDraft
            .Problem.moved(let type, let location)
        {
            throw RetirementDraft.Problem.moved(type, location)
        }
    }

    /// Returns the declaration of a constant that contains a plan.
    private static func constant(_ plan: RetirementDraft.Request.Plan, in sources: SourceSet) throws
        -> VersionPieces.Piece
    {
        let file = try sources.file(plan.location.file)
        var node = file.offset(plan.location).flatMap { file.tree.token(at: AbsolutePosition(utf8Offset: $0))?.parent }
        while let current = node {
            if let variable = current.as(VariableDeclSyntax.self) {
                return VersionPieces.Piece(file: file, node: DeclSyntax(variable))
            }
            node = current.parent
        }
        throw RetirementDraft.Problem.moved(plan.type, plan.location)
    }

    /// Returns whether an expression is the version's type, such as `SchemaV1.self`.
    private func isVersion(_ expression: ExprSyntax) -> Bool {
        let text = expression.trimmedDescription
        guard text.hasSuffix(".self") else { return false }
        let type = String(text.dropLast(".self".count))
        // Inside the plan, the name of a nested typealias needs no prefix.
        return names.contains(type) || names.contains(plan.type + "." + type)
    }

    /// Returns whether a node creates a stage from or to the version.
    private func isStage(_ node: some SyntaxProtocol) -> Bool {
        PlanEdit.NodeFinder<LabeledExprSyntax>.all(in: Syntax(node)).contains { argument in
            ["from", "fromVersion", "to", "toVersion"].contains(argument.label?.text) && isVersion(argument.expression)
        }
    }

    // MARK: A plan that is a value

    /// Returns the call that creates the plan, such as `MigrationPlan(schemas: [V1.self]) { … }`.
    private func call() -> (VersionPieces.Piece, FunctionCallExprSyntax)? {
        for piece in pieces {
            let calls = PlanEdit.NodeFinder<FunctionCallExprSyntax>.all(in: Syntax(piece.node))
            if let call = calls.first(where: { $0.arguments.first?.label?.text == "schemas" }) { return (piece, call) }
        }
        return nil
    }

    private mutating func edit(_ call: FunctionCallExprSyntax, in piece: VersionPieces.Piece) throws {
        let unedited = self
        guard let schemas = call.arguments.first,
            removeElements(of: Syntax(schemas.expression), in: piece, where: unedited.isVersion)
        else { throw RetirementDraft.Problem.computedList(of: plan.type, plan.location) }
        if let closure = call.trailingClosure {
            for statement in closure.statements where isStage(statement) {
                edits.append((piece.file.path, piece.file.removal(of: statement), ""))
            }
        }
        let list = call.arguments.first { $0.label?.text == "retired" }?.expression
        if let list = list?.as(ArrayExprSyntax.self) { return append(to: list, in: piece) }
        guard list == nil else { throw RetirementDraft.Problem.computedList(of: plan.type, plan.location) }
        let indent = piece.file.indentation(at: schemas.bounds.lowerBound)
        let end = schemas.expression.bounds.upperBound
        add(", retired: [\n" + lines(indent + "    ") + "\n" + indent + "]", at: end, in: piece)
    }

    // MARK: A plan that lists its versions and stages

    private mutating func editLists() throws {
        let unedited = self
        guard let (piece, schemas) = variable("schemas"),
            removeElements(of: Syntax(schemas), in: piece, where: unedited.isVersion)
        else { throw RetirementDraft.Problem.computedList(of: plan.type, plan.location) }
        if let (place, stages) = variable("stages") { removeStages(of: stages, in: place) }
        if let (place, retired) = variable("retired") {
            guard let list = VersionPieces.array(in: retired) else {
                throw RetirementDraft.Problem.computedList(of: plan.type, plan.location)
            }
            return append(to: list, in: place)
        }
        guard let (place, inherited) = conformance() else {
            throw RetirementDraft.Problem.computedList(of: plan.type, plan.location)
        }
        edits.append((place.file.path, inherited..<inherited, ", RetiringMigrationPlan"))
        let indent = piece.file.indentation(at: schemas.bounds.lowerBound)
        let modifiers = schemas.modifiers.map { piece.file.text($0) + " " }.joined()
        let inner = indent + "    "
        // Separate the property from the next one with a blank line.
        let rest = piece.file.text(schemas.endWithComment..<piece.file.bytes.count)
        let space = rest.prefix(while: \.isWhitespace)
        let isSeparated = space.count(where: \.isNewline) > 1 || rest.dropFirst(space.count).first == "}"
        add(
            "\n\n\(indent)\(modifiers)var retired: [Retired] {\n\(inner)[\n" + lines(inner + "    ")
                + "\n\(inner)]\n\(indent)}" + (isSeparated ? "" : "\n"), at: schemas.endWithComment, in: piece)
    }

    private func variable(_ name: String) -> (VersionPieces.Piece, VariableDeclSyntax)? {
        pieces.lazy.compactMap { piece in VersionPieces.variable(name, in: piece.node).map { (piece, $0) } }.first
    }

    /// Returns the end of the plan's conformance to SwiftData's protocol, and the piece that contains it.
    private func conformance() -> (VersionPieces.Piece, end: Int)? {
        for piece in pieces {
            let clause = piece.node.children(viewMode: .sourceAccurate).lazy.compactMap {
                $0.as(InheritanceClauseSyntax.self)
            }.first
            guard let clause, clause.inheritedTypes.contains(where: { $0.type.trimmedDescription.hasSuffix("Plan") }),
                let last = clause.inheritedTypes.last
            else { continue }
            return (piece, last.type.bounds.upperBound)
        }
        return nil
    }

    /// Removes the version's stages from the plan's list. If an element refers to a constant, also removes the
    /// constant. Keeps constants that the list doesn't contain, because they aren't stages of the plan.
    private mutating func removeStages(of stages: VariableDeclSyntax, in piece: VersionPieces.Piece) {
        let constants = pieces.flatMap { piece in
            (VersionPieces.members(of: piece.node)?.members ?? []).compactMap { item in
                item.decl.as(VariableDeclSyntax.self).map { (piece, $0) }
            }
        }.filter { _, variable in
            let name = variable.bindings.first?.pattern.trimmedDescription
            return !["schemas", "stages", "plan", "retired"].contains(name) && isStage(variable)
        }
        let names = Set(constants.compactMap { $0.1.bindings.first?.pattern.trimmedDescription })
        let unedited = self
        var listed: Set<String> = []
        _ = removeElements(of: Syntax(stages), in: piece) { element in
            let name = element.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? element.trimmedDescription
            if names.contains(name) { listed.insert(name) }
            return names.contains(name) || unedited.isStage(element)
        }
        removed = constants.filter { listed.contains($0.1.bindings.first?.pattern.trimmedDescription ?? "") }.map {
            VersionPieces.Piece(file: $0.0.file, node: DeclSyntax($0.1))
        }
    }

    // MARK: Lists

    /// Removes elements from all array literals in a node. Returns whether an element was removed.
    private mutating func removeElements(
        of node: Syntax, in piece: VersionPieces.Piece, where isRemoved: (ExprSyntax) -> Bool
    ) -> Bool {
        var found = false
        for array in PlanEdit.NodeFinder<ArrayExprSyntax>.all(in: node) {
            let elements = Array(array.elements)
            for (index, element) in elements.enumerated() where isRemoved(element.expression) {
                found = true
                var start = element.position.utf8Offset
                var end = element.endPosition.utf8Offset
                // The last element has no comma of its own, so the comma of the element before it is removed.
                if index == elements.count - 1, element.trailingComma == nil {
                    end = element.expression.endWithComment
                    if index > 0, !isRemoved(elements[index - 1].expression) {
                        start = elements[index - 1].trailingComma?.bounds.lowerBound ?? start
                    }
                }
                edits.append((piece.file.path, start..<end, ""))
            }
        }
        return found
    }

    private mutating func append(to list: ArrayExprSyntax, in piece: VersionPieces.Piece) {
        let indent = piece.file.indentation(at: (list.elements.first?.bounds ?? list.bounds).lowerBound)
        let text = plan.entry.joined(separator: "\n" + indent)
        let (range, added) = list.appending([text], in: piece.file)
        edits.append((piece.file.path, range, piece.file.inLines(added)))
    }

    private mutating func add(_ text: String, at offset: Int, in piece: VersionPieces.Piece) {
        edits.append((piece.file.path, offset..<offset, piece.file.inLines(text)))
    }

    private func lines(_ indent: String) -> String { plan.entry.map { indent + $0 }.joined(separator: "\n") }
}

extension SwiftFile {
    /// Returns the range to delete for a declaration or statement, with its comments and the line break before it. A
    /// comment that a blank line separates from the node stays.
    func removal(of node: some SyntaxProtocol) -> Range<Int> {
        let leading = node.position.utf8Offset..<node.bounds.lowerBound
        let lead = Array(bytes[leading]).map { $0 == 13 ? 32 : $0 }
        var start = leading.lowerBound
        // A line break, then only white space, then another line break.
        var lastBreak: Int?
        for (index, byte) in lead.enumerated() {
            if byte == 10 {
                let isKept = lead[..<index].contains { ![9, 10, 32].contains($0) }
                if let previous = lastBreak, isKept { start = leading.lowerBound + previous }
                lastBreak = index
            } else if byte != 32 && byte != 9 {
                lastBreak = nil
            }
        }
        var end = node.endPosition.utf8Offset
        let isFirst = bytes[..<start].last { ![9, 10, 13, 32].contains($0) }.map { $0 == UInt8(ascii: "{") } ?? true
        if isFirst {
            // Don't leave a blank line at the start of the file or of the braces.
            let breaks = bytes[end...].prefix { [10, 13].contains($0) }
            let line = lineEnd.utf8.count
            if start == 0 { end += breaks.count } else if breaks.count > line { end += breaks.count - line }
        }
        return start..<end
    }
}
