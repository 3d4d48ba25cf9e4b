import SwiftSyntax

/// A reader of code that creates an `NSPersistentCloudKitContainer` and sets the options of its store descriptions.
///
/// If the code doesn't set options, the store syncs with the first CloudKit container in the entitlements.
struct CoreDataContainerReader {
    let code: CodeVisitor
    let tree: SourceFileSyntax

    /// The containers, in source order. Containers in previews aren't included.
    var containers: [ParsedCoreDataContainer] {
        let calls = (code.calls["NSPersistentCloudKitContainer"] ?? []).filter { !$0.isPreview }
        guard !calls.isEmpty else { return [] }
        let visitor = DescriptionVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        let (databases, configurations) = Self.databases(of: visitor)
        return calls.map { call in
            ParsedCoreDataContainer(
                name: call.value(of: "name").flatMap { Self.text(of: $0) }, databases: databases,
                configurations: configurations, offset: call.start)
        }
    }

    /// Returns the possible CloudKit settings of the stores, and the names of the configurations whose stores sync. The
    /// names are empty if they aren't known, or if no description has a configuration.
    private static func databases(
        of visitor: DescriptionVisitor
    ) -> (Set<CloudKitRequest.Database>, [String]) {
        let given = visitor.options.filter { !$0.isNil }
        guard !given.isEmpty else {
            if visitor.options.isEmpty { return ([.automatic], []) }
            return (visitor.options.contains { !$0.isConditional } ? [.none] : [.automatic, .none], [])
        }
        // Descriptions for other configurations may keep their stores local.
        let named = given.map { option in visitor.configurations.filter { $0.description == option.description } }
        let names = named.flatMap { $0.compactMap(\.name) }
        if named.allSatisfy({ !$0.isEmpty }), names.count == named.flatMap({ $0 }).count { return ([.explicit], names) }
        return (visitor.configurations.isEmpty ? [.explicit] : [.unknown], [])
    }

    /// Returns the value of a string literal, or of a constant in the same file. Returns nil for any other expression.
    fileprivate static func text(of node: ExprSyntax) -> String? {
        if let literal = node.as(StringLiteralExprSyntax.self) { return literal.representedLiteralValue }
        guard let path = node.namePath, let name = path.last, path.count <= 2 else { return nil }
        return node.value(named: name)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

/// A visitor that finds the assignments to the CloudKit options and configurations of store descriptions.
private final class DescriptionVisitor: SyntaxVisitor {
    /// An assignment to `cloudKitContainerOptions`.
    struct Options {
        /// The expression for the store description, as written but without `?` and `!`.
        var description: String
        var isNil: Bool
        /// Whether the assignment may be skipped, because it is in an `if`, `guard`, `switch` or `#if`.
        var isConditional: Bool
    }

    /// An assignment to `configuration`.
    struct ConfigurationName {
        var description: String
        /// The name, or nil if it isn't a string literal or a constant in the same file.
        var name: String?
    }

    private(set) var options: [Options] = []
    private(set) var configurations: [ConfigurationName] = []

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
            let member = elements[0].as(MemberAccessExprSyntax.self), let base = member.base
        else { return .visitChildren }
        let description = base.trimmedDescription.filter { $0 != "?" && $0 != "!" }
        switch member.declName.baseName.text {
        case "cloudKitContainerOptions":
            options.append(
                Options(
                    description: description, isNil: elements[2].is(NilLiteralExprSyntax.self),
                    isConditional: node.isConditional))
        case "configuration":
            configurations.append(
                ConfigurationName(description: description, name: CoreDataContainerReader.text(of: elements[2])))
        default: break
        }
        return .visitChildren
    }
}

extension SyntaxProtocol {
    /// Whether the node may be skipped, because it is in an `if`, `guard`, `switch` or `#if` of the enclosing function.
    fileprivate var isConditional: Bool {
        var current = parent
        while let node = current {
            if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self) || node.is(IfConfigDeclSyntax.self)
                || node.is(GuardStmtSyntax.self)
            {
                return true
            }
            if node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self) { return false }
            current = node.parent
        }
        return false
    }
}
