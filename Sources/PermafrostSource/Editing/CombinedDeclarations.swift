import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A three-way merge of a Swift file that compares declarations instead of lines.
///
/// Declarations and members that only one branch changed are taken from that branch. In a plan's `schemas` and `stages`,
/// the elements that this branch added follow those of the other branch. The same applies to a `MigrationPlan`.
struct CombinedDeclarations {
    let base: SwiftFile?
    let ours: SwiftFile
    let others: SwiftFile
    /// The other branch's newest version and this branch's newest version. If both branches changed a function, property
    /// or alias to use their newest version, it uses this branch's.
    let newest: (others: String, ours: String)

    /// A declaration or another item, with a name that is unique in its container.
    private struct Part {
        let key: String
        let node: Syntax
        /// The offsets of the source, including the preceding comments and line breaks.
        let range: Range<Int>
        let file: SwiftFile

        var text: String { file.text(range) }

        func isSame(as other: Part) -> Bool { text.trimmedOfSpace == other.text.trimmedOfSpace }
    }

    /// Returns the file's combined contents. The order of declarations is the other branch's.
    ///
    /// - Throws: `RenumberingDraft.BranchConflict` if both branches changed a declaration differently.
    func text() throws(RenumberingDraft.BranchConflict) -> String {
        func parts(_ file: SwiftFile) -> [Part] {
            Self.parts(of: file.tree.statements.map { (Syntax($0), Syntax($0.item)) }, in: file)
        }
        let merged = try combined(base.map(parts), parts(ours), parts(others))
        let end = others.tree.endOfFileToken
        return Self.joined(merged, lineEnd: others.lineEnd)
            + others.text(end.position.utf8Offset..<end.endPosition.utf8Offset)
    }

    // MARK: Parts

    private static func parts(of nodes: [(item: Syntax, node: Syntax)], in file: SwiftFile) -> [Part] {
        var counts: [String: Int] = [:]
        return nodes.map { item, node in
            let key = key(of: node)
            counts[key, default: 0] += 1
            let count = counts[key, default: 1]
            return Part(
                key: count == 1 ? key : "\(key) #\(count)", node: node,
                range: item.position.utf8Offset..<item.endPosition.utf8Offset, file: file)
        }
    }

    private static func key(of node: Syntax) -> String {
        guard let node = node.as(DeclSyntax.self) else { return node.trimmedDescription }
        func labels(_ signature: FunctionSignatureSyntax) -> String {
            signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
        }
        switch node.as(DeclSyntaxEnum.self) {
        case .extensionDecl(let node): return "extension \(node.extendedType.trimmedDescription)"
        case .variableDecl(let node): return node.bindings.map(\.pattern.trimmedDescription).joined(separator: ", ")
        case .functionDecl(let node): return "\(node.name.text)(\(labels(node.signature)))"
        case .initializerDecl(let node): return "init(\(labels(node.signature)))"
        default: return node.typeName ?? node.trimmedDescription
        }
    }

    private static func joined(_ texts: [String], lineEnd: String) -> String {
        var result = ""
        for text in texts {
            if result.isEmpty {
                result = text
            } else if text.first?.isNewline == true {
                result += text
            } else {
                result += lineEnd + lineEnd + text
            }
        }
        return result
    }

    // MARK: Combining

    private func combined(
        _ base: [Part]?, _ ours: [Part], _ others: [Part]
    ) throws(RenumberingDraft.BranchConflict) -> [String] {
        let known = Self.byKey(base ?? [])
        let own = Self.byKey(ours)
        let theirs = Self.byKey(others)
        var result: [(key: String, text: String)] = []
        for part in others {
            if let mine = own[part.key] {
                result.append((part.key, try combined(known[part.key], mine, part)))
            } else if let before = known[part.key] {
                // This branch removed the declaration.
                guard before.isSame(as: part) else { throw conflict(part) }
            } else {
                result.append((part.key, part.text))
            }
        }
        var previous: String?
        for part in ours {
            defer { previous = part.key }
            guard theirs[part.key] == nil else { continue }
            if let before = known[part.key] {
                // The other branch removed the declaration.
                guard before.isSame(as: part) else { throw conflict(part) }
                continue
            }
            let anchor = previous.map { key in result.firstIndex { $0.key == key }.map { $0 + 1 } ?? result.count }
            var index = anchor ?? 0
            while index < result.count, own[result[index].key] == nil { index += 1 }
            result.insert((part.key, part.text), at: index)
        }
        return result.map(\.text)
    }

    private static func byKey(_ parts: [Part]) -> [String: Part] {
        Dictionary(parts.map { ($0.key, $0) }) { first, _ in first }
    }

    private func combined(
        _ base: Part?, _ ours: Part, _ others: Part
    ) throws(RenumberingDraft.BranchConflict) -> String {
        if ours.isSame(as: others) || base?.isSame(as: ours) == true { return others.text }
        if base?.isSame(as: others) == true { return ours.text }
        if let list = try combinedList(base, ours, others) { return list }
        if let plan = try combinedPlan(base, ours, others) { return plan }
        guard let mine = Self.members(of: ours), let theirs = Self.members(of: others) else {
            guard usesOwnNewest(ours, others) else { throw conflict(ours) }
            return ours.text
        }
        let before = base.flatMap(Self.members)
        let (header, otherHeader) = (Self.header(of: ours, mine), Self.header(of: others, theirs))
        let oldHeader = before.flatMap { before in base.map { Self.header(of: $0, before) } }
        let opening: String
        if header == otherHeader || header == oldHeader {
            opening = otherHeader
        } else if otherHeader == oldHeader {
            opening = header
        } else {
            throw conflict(ours)
        }
        func parts(_ block: MemberBlockSyntax, _ part: Part) -> [Part] {
            Self.parts(of: block.members.map { (Syntax($0), Syntax($0.decl)) }, in: part.file)
        }
        let members = try combined(
            before.flatMap { before in base.map { parts(before, $0) } }, parts(mine, ours), parts(theirs, others))
        let lineEnd = others.file.lineEnd
        let start = others.node.positionAfterSkippingLeadingTrivia.utf8Offset
        let leading = others.file.text(others.range.lowerBound..<start)
        let closing = others.file.text(theirs.rightBrace.position.utf8Offset..<others.range.upperBound)
        return leading + opening + Self.joined(members, lineEnd: lineEnd) + closing
    }

    private static func members(of part: Part) -> MemberBlockSyntax? {
        part.node.as(DeclSyntax.self).flatMap { VersionPieces.members(of: $0) }
    }

    /// Returns a declaration's source up to and including the opening brace.
    private static func header(of part: Part, _ block: MemberBlockSyntax) -> String {
        part.file.text(
            part.node.positionAfterSkippingLeadingTrivia.utf8Offset..<block.leftBrace.endPosition.utf8Offset)
    }

    /// Returns whether the declarations differ only in the version that they use: each its own branch's newest.
    private func usesOwnNewest(_ ours: Part, _ others: Part) -> Bool {
        let own = ours.node.tokens(viewMode: .sourceAccurate).map(\.text)
        let theirs = others.node.tokens(viewMode: .sourceAccurate).map { token in
            token.names(newest.others) ? newest.ours : token.text
        }
        return own == theirs
    }

    private func conflict(_ part: Part) -> RenumberingDraft.BranchConflict {
        .init(declaration: part.key, location: part.file.location(part.node.bounds.lowerBound))
    }

    // MARK: Lists

    /// Returns the declaration of `schemas` or `stages` with the elements of both branches. Returns nil for another
    /// declaration, or if a branch's list isn't an array literal.
    private func combinedList(
        _ base: Part?, _ ours: Part, _ others: Part
    ) throws(RenumberingDraft.BranchConflict) -> String? {
        guard ["schemas", "stages"].contains(ours.key), let base, let before = Self.array(in: base),
            let mine = Self.array(in: ours), let theirs = Self.array(in: others)
        else { return nil }
        let known = before.elements.map(\.expression.trimmedDescription)
        let own = mine.elements.map(\.expression.trimmedDescription)
        guard Self.around(before, base) == Self.around(mine, ours), known.allSatisfy(own.contains) else {
            throw conflict(ours)
        }
        let listed = Set(theirs.elements.map(\.expression.trimmedDescription))
        let added = own.filter { !known.contains($0) && !listed.contains($0) }
        var edits = SwiftFile.TextEdits()
        let edit = theirs.appending(added, in: others.file)
        edits.replace(edit.range, with: edit.text)
        return edits.applied(to: others.file, in: others.range)
    }

    private static func array(in part: Part) -> ArrayExprSyntax? {
        guard let variable = part.node.as(VariableDeclSyntax.self) else { return nil }
        let results = ListResults(of: variable)
        return results.expressions.count == 1 ? results.expressions.first?.as(ArrayExprSyntax.self) : nil
    }

    /// Returns the declaration's tokens outside its array and closure.
    private static func around(
        _ array: ArrayExprSyntax, _ part: Part, besides closure: ClosureExprSyntax? = nil
    ) -> [String] {
        part.node.tokens(viewMode: .sourceAccurate).filter { token in
            !token.isInside(array.bounds) && closure.map { token.isInside($0.bounds) } != true
        }.map(\.text)
    }

    /// Returns whether a property's value is a call such as `MigrationPlan(schemas: [V1.self])`.
    static func listsVersions(_ variable: VariableDeclSyntax) -> Bool {
        PlanEdit.NodeFinder<LabeledExprSyntax>.all(in: Syntax(variable)).contains { $0.label?.text == "schemas" }
    }

    /// Returns a plan's constant, such as `MigrationPlan(schemas: [V1.self]) { … }`, with the versions and stages of both
    /// branches. Returns nil for another declaration, or if the other branch has no stage.
    private func combinedPlan(
        _ base: Part?, _ ours: Part, _ others: Part
    ) throws(RenumberingDraft.BranchConflict) -> String? {
        guard let base, let before = Self.plan(in: base), let mine = Self.plan(in: ours),
            let theirs = Self.plan(in: others), let last = theirs.closure?.statements.last
        else { return nil }
        let known = before.array.elements.map(\.expression.trimmedDescription)
        let own = mine.array.elements.map(\.expression.trimmedDescription)
        let oldStages = before.closure?.statements.map(\.trimmedDescription) ?? []
        let stages = mine.closure?.statements.map(\.trimmedDescription) ?? []
        guard
            Self.around(before.array, base, besides: before.closure)
                == Self.around(mine.array, ours, besides: mine.closure),
            known.allSatisfy(own.contains), oldStages.allSatisfy(stages.contains)
        else { throw conflict(ours) }
        var edits = SwiftFile.TextEdits()
        let edit = theirs.array.appending(own.filter { !known.contains($0) }, in: others.file)
        edits.replace(edit.range, with: edit.text)
        let indent = others.file.lineEnd + others.file.indentation(at: last.bounds.lowerBound)
        let added = stages.filter { !oldStages.contains($0) }.map { indent + $0 }.joined()
        edits.insert(added, at: last.endWithComment)
        return edits.applied(to: others.file, in: others.range)
    }

    /// Returns the list of versions and the closure with the stages of a plan's constant.
    private static func plan(in part: Part) -> (array: ArrayExprSyntax, closure: ClosureExprSyntax?)? {
        guard let variable = part.node.as(VariableDeclSyntax.self) else { return nil }
        for call in PlanEdit.NodeFinder<FunctionCallExprSyntax>.all(in: Syntax(variable)) {
            let argument = call.arguments.first { $0.label?.text == "schemas" }
            guard let array = argument?.expression.as(ArrayExprSyntax.self) else { continue }
            return (array, call.trailingClosure)
        }
        return nil
    }
}

extension String {
    fileprivate var trimmedOfSpace: Substring {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
