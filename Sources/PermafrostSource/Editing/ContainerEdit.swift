import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The edits that make a container open its store with a migration plan.
///
/// They change only the container's models and its plan. The configurations stay as they are, because they determine the
/// store's file. SwiftUI's `.modelContainer(for:)` doesn't accept a plan, so its type gets a container that is passed to
/// the modifier.
struct ContainerEdit {
    private(set) var edits = TextEdits()
    /// The change that the edits don't make, or nil if they are complete.
    private(set) var rest: ContainerSuggestion.Rest?

    private let schema: String
    private let plan: String
    private let file: SwiftFile

    /// Finds the edits of a call.
    ///
    /// - Parameters:
    ///   - schema: the type that declares the container's models.
    ///   - plan: the plan's type.
    /// - Returns: nil if the file has no such call at the location, or if the call can't open a store with a plan.
    init?(at location: SourceLocation, schema: String, plan: String, in file: SwiftFile) {
        self.schema = schema
        self.plan = plan
        self.file = file
        let offset = file.offset(location)
        let call = NodeFinder<FunctionCallExprSyntax>.all(in: Syntax(file.tree)).first { Int($0.callStart) == offset }
        guard let call, call.arguments.first?.label?.text == "for" else { return nil }
        switch call.calledName {
        case "ModelContainer": edit(container: call)
        case "modelContainer":
            guard edit(modifier: call) else { return nil }
        default: return nil
        }
    }

    // MARK: ModelContainer

    private mutating func edit(container call: FunctionCallExprSyntax) {
        let models = Self.models(of: call)
        guard let first = models.first, let last = models.last else { return }
        if models.count == 1, let list = list(first.expression), let start = list.arguments.first {
            edits.replace(
                start.bounds.lowerBound..<list.arguments.bounds.upperBound, with: "versionedSchema: \(schema).self")
        } else if models.count == 1, !first.expression.isTypeValue {
            rest = .models
        } else {
            edits.replace(
                first.expression.bounds.lowerBound..<last.expression.bounds.upperBound,
                with: "Schema(versionedSchema: \(schema).self)")
        }
        if let old = call.arguments.first(where: { $0.label?.text == "migrationPlan" }) {
            edits.replace(old.expression.bounds, with: "\(plan).self")
            return
        }
        let next = call.arguments.dropFirst(models.count).first
        let isOnOwnLine = [first, next ?? first].allSatisfy { $0.leadingTrivia.contains(where: \.isNewline) }
        let space = isOnOwnLine ? file.lineEnd + file.indentation(at: first.bounds.lowerBound) : " "
        edits.insert(",\(space)migrationPlan: \(plan).self", at: last.expression.bounds.upperBound)
    }

    /// Returns the arguments that list a call's models.
    private static func models(of call: FunctionCallExprSyntax) -> [LabeledExprSyntax] {
        Array(call.arguments.prefix(1) + call.arguments.dropFirst().prefix { $0.label == nil })
    }

    /// Returns the call of `Schema(…)` that makes a container's argument: the argument itself, or the value of a constant
    /// that the argument names and that is visible at the call. Returns nil if there is none in the file.
    private func list(_ argument: ExprSyntax) -> FunctionCallExprSyntax? {
        if let call = argument.as(FunctionCallExprSyntax.self) { return call.calledName == "Schema" ? call : nil }
        let name: String
        if let reference = argument.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName.plainText
        } else if let member = argument.as(MemberAccessExprSyntax.self), let base = member.base?.trimmedDescription,
            ["Self", "self", argument.enclosingType?.name].contains(base)
        {
            name = member.declName.baseName.plainText
        } else {
            return nil
        }
        let visible = NodeFinder<PatternBindingSyntax>.all(in: Syntax(file.tree)).filter { binding in
            guard binding.pattern.name == name, let scope = binding.scope else { return false }
            return argument.isInside(scope.bounds)
        }
        guard let binding = visible.max(by: { $0.bounds.lowerBound < $1.bounds.lowerBound }),
            let call = binding.initializer?.value.as(FunctionCallExprSyntax.self)
        else { return nil }
        let isSchema =
            call.calledName == "Schema"
            || call.calledName == "init" && binding.typeAnnotation?.type.trimmedDescription == "Schema"
        return isSchema ? call : nil
    }

    // MARK: SwiftUI

    /// Returns whether the modifier's type can get a container.
    private mutating func edit(modifier call: FunctionCallExprSyntax) -> Bool {
        let models = Self.models(of: call)
        guard let type = call.enclosingStruct, type.genericParameterClause == nil, type.isTopLevel,
            file.imports.contains(where: { $0.module == "SwiftData" }),
            let name = ["container", "migratedContainer"].first(where: { !type.members.contains($0) }),
            let first = models.first, let end = call.arguments.last
        else { return false }
        let others = call.arguments.dropFirst(models.count).filter { argument in
            argument.label?.text != "inMemory" || argument.expression.trimmedDescription != "false"
        }
        // The modifier with a container has no closure for the result.
        let closures =
            (call.trailingClosure == nil ? [] : ["onSetup"]) + call.additionalTrailingClosures.map(\.label.text)
        let labels = others.compactMap(\.label?.text) + closures
        if !labels.isEmpty { rest = .arguments(labels) }
        edits.replace(first.bounds.lowerBound..<end.expression.bounds.upperBound, with: "Self.\(name)")
        let outer = file.indentation(at: type.bounds.lowerBound)
        let inner = type.memberBlock.members.first.map { file.indentation(at: $0.bounds.lowerBound) } ?? ""
        let unit = inner.hasPrefix(outer) && inner.count > outer.count ? String(inner.dropFirst(outer.count)) : "    "
        let lines = [
            (1, "private static let \(name): ModelContainer = {"), (2, "do {"), (3, "return try ModelContainer("),
            (4, "for: Schema(versionedSchema: \(schema).self), migrationPlan: \(plan).self)"), (2, "} catch {"),
            (3, "fatalError(\"The store can't be opened: \\(error)\")"), (2, "}"), (1, "}()"),
        ].map { depth, text in outer + String(repeating: unit, count: depth) + text }
        let text = (lines + [""]).map { file.lineEnd + $0 }.joined()
        edits.insert(
            String(text.dropLast(file.lineEnd.count)) + file.lineEnd,
            at: type.memberBlock.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset)
        return true
    }
}

extension ExprSyntax {
    /// Whether the expression is a type as a value, such as `Trip.self`.
    fileprivate var isTypeValue: Bool {
        self.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self"
    }
}

extension PatternBindingSyntax {
    /// The block or type whose code can use the binding.
    fileprivate var scope: Syntax? {
        var node = parent
        while let current = node {
            if current.is(CodeBlockItemListSyntax.self) || current.is(MemberBlockSyntax.self) { return current }
            node = current.parent
        }
        return nil
    }
}

extension FunctionCallExprSyntax {
    /// The struct whose declaration contains the call. Nil if the innermost enclosing type isn't a struct, or if the call
    /// is in an extension.
    fileprivate var enclosingStruct: StructDeclSyntax? {
        var node = parent
        while let current = node {
            if current.declarationGroup != nil { return current.as(StructDeclSyntax.self) }
            node = current.parent
        }
        return nil
    }
}

extension StructDeclSyntax {
    /// The names of the variables, functions and types that the struct or an extension in its file declares, also in `#if`.
    fileprivate var members: Set<String> {
        let extensions = NodeFinder<ExtensionDeclSyntax>.all(in: root).filter {
            $0.extendedType.typeName == name.plainText
        }
        let members =
            NodeFinder<MemberBlockItemSyntax>.all(in: Syntax(memberBlock))
            + extensions.flatMap { NodeFinder<MemberBlockItemSyntax>.all(in: Syntax($0.memberBlock)) }
        return members.reduce(into: Set()) { names, member in
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                names.formUnion(variable.bindings.compactMap(\.pattern.name))
            } else if let name = member.decl.asProtocol((any NamedDeclSyntax).self)?.name.plainText {
                names.insert(name)
            }
        }
    }

    /// Whether no other type and no function contains the struct.
    fileprivate var isTopLevel: Bool {
        parent?.is(CodeBlockItemSyntax.self) == true && parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    }
}
