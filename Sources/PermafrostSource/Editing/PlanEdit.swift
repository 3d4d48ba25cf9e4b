import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// Edits that add the next version to a plan's list, and a stage that migrates to it. They follow the plan's style.
struct PlanEdit {
    /// The edits, with the path of the file that each changes.
    private(set) var edits: [(path: String, range: Range<Int>, text: String)] = []
    /// The new stage's name. If the stage has no name, the names of its versions, such as `SchemaV1 → SchemaV2`.
    private(set) var stage = ""

    private let plan: VersionPieces
    private let old: String
    private let new: String
    private let kind: VersionGraph.PlanStage.Kind

    /// Finds the edits that add the next version, and a stage that migrates to it.
    ///
    /// - Parameters:
    ///   - old: the qualified name of the newest version's type.
    ///   - aliases: other names for the newest version's type.
    /// - Throws: `NextVersionDraft.Problem` if a list isn't an array literal.
    init(
        _ plan: VersionPieces, location: SourceLocation, old: String, aliases: Set<String>, new: String,
        kind: VersionGraph.PlanStage.Kind
    ) throws {
        self.plan = plan
        self.old = old
        self.new = new
        self.kind = kind
        let names = aliases.union([old, VersionPieces.lastName(old)])
        guard let (piece, schemas) = Self.lists(in: plan, endingWith: names).first else {
            throw NextVersionDraft.Problem.computedList(of: plan.type, location)
        }
        append("\(new).self", to: schemas, in: piece)
        if let call = Self.call(around: schemas) {
            try addStage(to: call, in: piece, location)
        } else {
            guard let (piece, stages) = plan.array(of: "stages") else {
                throw NextVersionDraft.Problem.computedStages(location)
            }
            addStage(to: stages, in: piece)
        }
    }

    /// Returns the arrays whose last element is the newest version's type.
    private static func lists(
        in plan: VersionPieces, endingWith names: Set<String>
    ) -> [(VersionPieces.Piece, ArrayExprSyntax)] {
        plan.all.flatMap { piece in
            PlanEdit.NodeFinder<ArrayExprSyntax>.all(in: Syntax(piece.node)).filter { array in
                array.elements.last.map { element in
                    let text = element.expression.trimmedDescription
                    return text.hasSuffix(".self") && names.contains(String(text.dropLast(".self".count)))
                } ?? false
            }.map { (piece, $0) }
        }
    }

    /// Returns the `MigrationPlan(schemas:)` call whose argument is the array; nil if there is none.
    private static func call(around array: ArrayExprSyntax) -> FunctionCallExprSyntax? {
        guard let argument = array.parent?.as(LabeledExprSyntax.self), argument.label?.text == "schemas" else {
            return nil
        }
        return argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    }

    // MARK: Lists

    private mutating func append(_ text: String, to array: ArrayExprSyntax, in piece: VersionPieces.Piece) {
        let edit = array.appending([text], in: piece.file)
        edits.append((piece.file.path, edit.range, edit.text))
    }

    // MARK: Stages

    /// Adds a stage to the array of a SwiftData plan. If the array's last element refers to a constant, declares a
    /// constant for the new stage. Otherwise, adds a call to the array.
    private mutating func addStage(to stages: ArrayExprSyntax, in piece: VersionPieces.Piece) {
        if let last = stages.elements.last?.expression, let name = Self.constant(last),
            let (place, variable) = declaration(of: name)
        {
            stage = nextName(after: name)
            let indent = place.file.indentation(at: variable.bounds.lowerBound)
            let lineEnd = place.file.lineEnd
            let modifiers = variable.modifiers.map { place.file.text($0) + " " }.joined()
            let isInferred = variable.bindings.first?.typeAnnotation == nil
            let call = stageText.call(indent: indent, prefix: "MigrationStage", lineEnd: lineEnd)
            let text = "\(modifiers)let \(stage)\(isInferred ? "" : ": MigrationStage") = \(call)"
            let end = variable.endWithComment
            edits.append((place.file.path, end..<end, lineEnd + lineEnd + indent + text))
            let reference = last.is(MemberAccessExprSyntax.self) ? "Self." + stage : stage
            append(reference, to: stages, in: piece)
            return
        }
        stage = "\(old) → \(new)"
        let first = stages.elements.first
        let isOnLineOfItsOwn = first.map { $0.leadingTrivia.contains { $0.isNewline } } ?? false
        let indent = piece.file.indentation(at: (first?.bounds ?? stages.bounds).lowerBound)
        let isWithBase = first?.expression.trimmedDescription.hasPrefix("MigrationStage") ?? false
        let call = stageText.call(
            indent: indent, prefix: isWithBase ? "MigrationStage" : "",
            lineEnd: isOnLineOfItsOwn || kind == .custom ? piece.file.lineEnd : nil)
        append(call, to: stages, in: piece)
    }

    /// Adds a `Stage` to the trailing closure of a `MigrationPlan`.
    private mutating func addStage(
        to call: FunctionCallExprSyntax, in piece: VersionPieces.Piece, _ location: SourceLocation
    ) throws {
        stage = "\(old) → \(new)"
        let text = "Stage(from: \(old).self, to: \(new).self)"
        guard let closure = call.trailingClosure else {
            if call.arguments.contains(where: { $0.label?.text == "stages" }) {
                throw NextVersionDraft.Problem.computedStages(location)
            }
            let end = call.bounds.upperBound
            let indent = piece.file.indentation(at: call.bounds.lowerBound)
            let lineEnd = piece.file.lineEnd
            edits.append((piece.file.path, end..<end, " {\(lineEnd)\(indent)    \(text)\(lineEnd)\(indent)}"))
            return
        }
        let lineEnd = piece.file.lineEnd
        if let last = closure.statements.last {
            let end = last.endWithComment
            edits.append(
                (piece.file.path, end..<end, lineEnd + piece.file.indentation(at: last.bounds.lowerBound) + text))
        } else {
            let start = closure.leftBrace.bounds.upperBound
            let indent = piece.file.indentation(at: closure.leftBrace.bounds.lowerBound)
            edits.append(
                (
                    piece.file.path, start..<closure.rightBrace.bounds.lowerBound,
                    "\(lineEnd)\(indent)    \(text)\(lineEnd)\(indent)"
                ))
        }
    }

    /// Returns the name of the constant that an element of `stages` refers to; nil if the element is a call.
    private static func constant(_ expression: ExprSyntax) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
        guard let member = expression.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "Self" else {
            return nil
        }
        return member.declName.baseName.text
    }

    private func declaration(of name: String) -> (VersionPieces.Piece, VariableDeclSyntax)? {
        plan.all.lazy.compactMap { piece in VersionPieces.variable(name, in: piece.node).map { (piece, $0) } }.first
    }

    /// Returns a name for the next stage. For example, `migrateV3toV4` follows `migrateV2toV3`.
    private func nextName(after last: String) -> String {
        let (before, after) = (
            PlanEdit.VersionSuffix(VersionPieces.lastName(old)), PlanEdit.VersionSuffix(VersionPieces.lastName(new))
        )
        // The last stage migrates to the newest version, so the last number in the stage's name belongs to that
        // version.
        if !before.digits.isEmpty, let end = last.ranges(of: before.digits).last,
            let previous = Self.numbers(in: String(last[..<end.lowerBound])).last
        {
            let head = last[..<previous.lowerBound] + before.digits
            return String(head + last[previous.upperBound..<end.lowerBound]) + after.digits + last[end.upperBound...]
        }
        let name = "migrate\(before.text)to\(after.text)"
        return name == last ? name + "Next" : name
    }

    private static func numbers(in text: String) -> [Range<String.Index>] {
        text.ranges(of: /[0-9]+(?:[_p][0-9]+)*/)
    }

    private var stageText: PlanText.Stage { PlanText.Stage(from: old, to: new, kind: kind) }
}

extension ArrayExprSyntax {
    /// Returns a range and a replacement for it that append elements to the array, in the style of the existing
    /// elements.
    func appending(_ texts: [String], in file: SwiftFile) -> (range: Range<Int>, text: String) {
        guard let last = elements.last else {
            let start = leftSquare.endPositionBeforeTrailingTrivia.utf8Offset
            return (start..<rightSquare.bounds.lowerBound, texts.joined(separator: ", "))
        }
        let isOnLineOfItsOwn =
            last.leadingTrivia.contains { $0.isNewline }
            || elements.count == 1 && leftSquare.trailingTrivia.contains { $0.isNewline }
        // Keep a comment that follows the last element next to that element.
        let end = last.expression.bounds.upperBound
        let trivia = (last.trailingComma?.trailingTrivia ?? []) + last.expression.trailingTrivia
        let isInLineWithComment = trivia.contains { if case .lineComment = $0 { true } else { false } }
        let separator =
            isOnLineOfItsOwn || isInLineWithComment
            ? file.lineEnd + file.indentation(at: last.bounds.lowerBound) : " "
        if let comma = last.trailingComma {
            return (comma.endWithComment..<comma.endWithComment, texts.map { separator + $0 + "," }.joined())
        }
        let comment = file.text(end..<last.expression.endWithComment)
        let added = texts.joined(separator: "," + separator)
        return (end..<last.expression.endWithComment, "," + comment + separator + added)
    }
}

extension PlanEdit {
    /// A visitor that finds all nodes of one type.
    final class NodeFinder<Node: SyntaxProtocol>: SyntaxAnyVisitor {
        private var found: [Node] = []

        static func all(in root: Syntax) -> [Node] {
            let finder = NodeFinder(viewMode: .sourceAccurate)
            finder.walk(root)
            return finder.found
        }

        override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
            if let match = node.as(Node.self) { found.append(match) }
            return .visitChildren
        }
    }
}

extension PlanEdit {
    /// The number at the end of a version's name, such as `V3` in `SchemaV3` or `V1_2` in `SchemaV1_2`.
    struct VersionSuffix {
        /// The number with the letter before it.
        let text: String
        /// The number without the letter; empty if the name has no number.
        let digits: String

        init(_ name: String) {
            guard let match = name.firstMatch(of: /([A-Za-z]?)([0-9]+(?:[_p][0-9]+)*)$/) else {
                (text, digits) = (name, "")
                return
            }
            (text, digits) = (String(match.1 + match.2), String(match.2))
        }
    }
}
