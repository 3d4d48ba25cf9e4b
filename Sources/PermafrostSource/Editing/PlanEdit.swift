import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The edits that add the next version to a plan, usually with a stage that migrates to that version, in the style of the
/// plan's existing code.
struct PlanEdit {
    /// The edits, each with the path of the edited file.
    private(set) var edits: [(path: String, range: Range<Int>, text: String)] = []
    /// The new stage's name, or its versions' names if it has no name, such as `SchemaV1 → SchemaV2`. Nil if no stage is
    /// added.
    private(set) var stage: String?

    private let plan: VersionPieces
    private let old: String
    private let new: String
    /// All versions that precede the next version, if the plan has no stage between them. Otherwise empty.
    private let unstaged: [String]
    private let kind: PlanStage.Kind

    /// Creates the edits that add the next version, and a stage that migrates to it unless `kind` is nil.
    ///
    /// - Parameters:
    ///   - location: the plan's location, for errors.
    ///   - old: the qualified name of the newest version's type.
    ///   - aliases: the names of the typealiases for the newest version.
    ///   - new: the qualified name of the next version's type.
    ///   - missing: all versions that precede the next version, if the plan lists none of them; otherwise empty.
    ///   - unstaged: all versions that precede the next version, if the plan has no stage between them; otherwise empty.
    ///   - kind: the new stage's kind, or nil for no stage. A `MigrationPlan` has only one kind.
    /// - Throws: `NextVersionDraft.Problem` if the plan has no list that can be extended.
    init(
        _ plan: VersionPieces, location: SourceLocation, old: String, aliases: Set<String>, new: String,
        missing: [String], unstaged: [String], kind: PlanStage.Kind?
    ) throws {
        self.plan = plan
        self.old = old
        self.new = new
        self.unstaged = unstaged
        self.kind = kind ?? .lightweight
        let names = aliases.union([old, VersionPieces.lastName(old)])
        if let (piece, schemas) = Self.lists(in: plan, endingWith: names).first, let call = Self.call(around: schemas) {
            let edit = schemas.appending(["\(new).self"], in: piece.file)
            edits.append((piece.file.path, edit.range, edit.text))
            if kind != nil { try addStage(to: call, in: piece, location) }
            return
        }
        guard let (piece, schemas) = plan.results(of: "schemas") else {
            throw NextVersionProblem.computedList(of: plan.type, location)
        }
        append((missing + [new]).map { $0 + ".self" }, to: schemas, in: piece)
        guard kind != nil else { return }
        guard let (place, stages) = plan.results(of: "stages") else {
            throw NextVersionProblem.computedStages(location)
        }
        addStage(to: stages, in: place)
    }

    /// Returns the arrays whose last element is the newest version's type.
    private static func lists(
        in plan: VersionPieces, endingWith names: Set<String>
    ) -> [(VersionPiece, ArrayExprSyntax)] {
        plan.all.flatMap { piece in
            NodeFinder<ArrayExprSyntax>.all(in: Syntax(piece.node)).filter { array in
                array.elements.last.map { element in
                    let text = element.expression.trimmedDescription
                    return text.hasSuffix(".self") && names.contains(String(text.dropLast(".self".count)))
                } ?? false
            }.map { (piece, $0) }
        }
    }

    /// Returns the call that passes the array as its `schemas` argument, such as `MigrationPlan(schemas: [V1.self])`.
    /// Returns nil if no call does.
    private static func call(around array: ArrayExprSyntax) -> FunctionCallExprSyntax? {
        guard let argument = array.parent?.as(LabeledExprSyntax.self), argument.label?.text == "schemas" else {
            return nil
        }
        return argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    }

    // MARK: Lists

    private mutating func append(_ texts: [String], to results: ListResults, in piece: VersionPiece) {
        edits += results.appending(texts, in: piece.file).map { (piece.file.path, $0.range, $0.text) }
    }

    // MARK: Stages

    /// Adds the new stage to a SwiftData plan's `stages`. If the last element refers to a constant of the plan,
    /// declares the new stage as a constant too. Otherwise, adds the call that creates the stage. If the plan has no
    /// stage between the preceding versions, first adds calls for the lightweight stages between these versions.
    private mutating func addStage(to stages: ListResults, in piece: VersionPiece) {
        let array = stages.arrays.lazy.compactMap(\.self).first
        if let last = array?.elements.last?.expression, let name = Self.constant(last),
            let (place, variable) = declaration(of: name)
        {
            let stage = nextName(after: name)
            self.stage = stage
            let indent = place.file.indentation(at: variable.bounds.lowerBound)
            let lineEnd = place.file.lineEnd
            let modifiers = variable.modifiers.map { place.file.text($0) + " " }.joined()
            let isInferred = variable.bindings.first?.typeAnnotation == nil
            let call = stageText.call(indent: indent, prefix: "MigrationStage", lineEnd: lineEnd)
            let text = "\(modifiers)let \(stage)\(isInferred ? "" : ": MigrationStage") = \(call)"
            let end = variable.endWithComment
            edits.append((place.file.path, end..<end, lineEnd + lineEnd + indent + text))
            let reference = last.is(MemberAccessExprSyntax.self) ? "Self." + stage : stage
            append([reference], to: stages, in: piece)
            return
        }
        stage = "\(old) → \(new)"
        let first = array?.elements.first
        let isOnLineOfItsOwn = first.map { $0.leadingTrivia.contains { $0.isNewline } } ?? false
        let start = first?.bounds ?? array?.bounds ?? stages.expressions.first?.bounds ?? piece.range
        let indent = piece.file.indentation(at: start.lowerBound)
        let isWithBase = first?.expression.trimmedDescription.hasPrefix("MigrationStage") ?? false
        let prefix = isWithBase ? "MigrationStage" : ""
        let lineEnd = isOnLineOfItsOwn || kind == .custom ? piece.file.lineEnd : nil
        let earlier = zip(unstaged, unstaged.dropFirst()).map { from, to in
            StageText(from: from, to: to, kind: .lightweight).call(
                indent: indent, prefix: prefix, lineEnd: lineEnd)
        }
        append(
            earlier + [stageText.call(indent: indent, prefix: prefix, lineEnd: lineEnd)], to: stages, in: piece)
    }

    /// Adds a `Stage` to the trailing closure of a `MigrationPlan`, or adds the closure if there is none. Throws
    /// `NextVersionDraft.Problem` if the call has a `stages` argument instead.
    private mutating func addStage(
        to call: FunctionCallExprSyntax, in piece: VersionPiece, _ location: SourceLocation
    ) throws {
        stage = "\(old) → \(new)"
        let versions = unstaged.isEmpty ? [old, new] : unstaged + [new]
        let calls = zip(versions, versions.dropFirst()).map { "Stage(from: \($0).self, to: \($1).self)" }
        func text(_ indent: String) -> String { calls.joined(separator: piece.file.lineEnd + indent) }
        guard let closure = call.trailingClosure else {
            if call.arguments.contains(where: { $0.label?.text == "stages" }) {
                throw NextVersionProblem.computedStages(location)
            }
            let end = call.bounds.upperBound
            let indent = piece.file.indentation(at: call.bounds.lowerBound)
            let lineEnd = piece.file.lineEnd
            edits.append(
                (piece.file.path, end..<end, " {\(lineEnd)\(indent)    \(text(indent + "    "))\(lineEnd)\(indent)}"))
            return
        }
        let lineEnd = piece.file.lineEnd
        if let last = closure.statements.last {
            let end = last.endWithComment
            let indent = piece.file.indentation(at: last.bounds.lowerBound)
            edits.append((piece.file.path, end..<end, lineEnd + indent + text(indent)))
        } else {
            let start = closure.leftBrace.bounds.upperBound
            let indent = piece.file.indentation(at: closure.leftBrace.bounds.lowerBound)
            edits.append(
                (
                    piece.file.path, start..<closure.rightBrace.bounds.lowerBound,
                    "\(lineEnd)\(indent)    \(text(indent + "    "))\(lineEnd)\(indent)"
                ))
        }
    }

    /// Returns the name of the constant that an element of `stages` refers to, or nil for any other element.
    private static func constant(_ expression: ExprSyntax) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
        guard let member = expression.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "Self" else {
            return nil
        }
        return member.declName.baseName.text
    }

    private func declaration(of name: String) -> (VersionPiece, VariableDeclSyntax)? {
        plan.all.lazy.compactMap { piece in VersionPieces.variable(name, in: piece.node).map { (piece, $0) } }.first
    }

    /// Returns a name for the next stage. For example, `migrateV3toV4` follows `migrateV2toV3`.
    private func nextName(after last: String) -> String {
        let (before, after) = (
            VersionSuffix(VersionPieces.lastName(old)), VersionSuffix(VersionPieces.lastName(new))
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

    private var stageText: StageText { StageText(from: old, to: new, kind: kind) }
}

/// The number at the end of a version's name and the letter that precedes it, such as `V3` in `SchemaV3` or `V1_2`
/// in `SchemaV1_2`.
struct VersionSuffix {
    /// The number and the letter that precedes it, or the complete name if the name doesn't end with a number.
    let text: String
    /// The number without the letter. Empty if the name doesn't end with a number.
    let digits: String

    init(_ name: String) {
        guard let match = name.firstMatch(of: /([A-Za-z]?)([0-9]+(?:[_p][0-9]+)*)$/) else {
            (text, digits) = (name, "")
            return
        }
        (text, digits) = (String(match.1 + match.2), String(match.2))
    }
}
