import PermafrostDeclarations
import SwiftParser
import SwiftSyntax

/// What a package's manifest tells of its targets, read as source: nothing of it is run.
///
/// A call such as `.testTarget(name: "AppTests")` counts wherever it stands, in any branch of a condition.
struct PackageManifest {
    /// The targets, in order.
    let targets: [PackageTarget]

    /// Reads a manifest's text. One that is nested too deeply for the parser has no targets.
    init(parsing text: String) {
        let isTooDeep = Array(text.utf8).withUnsafeBufferPointer { NestingBound().firstExcess(in: $0) != nil }
        guard !isTooDeep else {
            targets = []
            return
        }
        let visitor = TargetVisitor(viewMode: .sourceAccurate)
        visitor.walk(Parser.parse(source: text))
        targets = visitor.targets
    }

    /// The folders that `.testTarget(… path: "…")` names, relative to the project, with a `/` at the end.
    static func testFolders(manifest: String, folder: String) -> [String] {
        // Most manifests name no folder, and need no parsing.
        guard manifest.contains("testTarget"), manifest.contains("path:") else { return [] }
        return PackageManifest(parsing: manifest).targets.filter(\.isTest).compactMap(\.path)
            .map { folder + $0 + "/" }
    }
}

private final class TargetVisitor: SyntaxVisitor {
    private(set) var targets: [PackageTarget] = []

    private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro"]

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let kind = call.memberName, Self.kinds.contains(kind), let name = call.argument("name")?.stringValue
        else { return .visitChildren }
        let dependencies = DependencyList(call.argument("dependencies"))
        targets.append(
            PackageTarget(
                name: name, isTest: kind == "testTarget",
                path: call.argument("path")?.stringValue?.withoutSlash,
                dependencies: dependencies.names, listsAllDependencies: dependencies.isComplete))
        // `.target(name:)` among the dependencies declares none.
        return .skipChildren
    }

    /// `let shared: [Target.Dependency] = [.target(name: "Core")]` lists dependencies as well.
    override func visit(_ binding: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
        return type.contains("Target.Dependency") ? .skipChildren : .visitChildren
    }
}

/// The names in the list of a target's dependencies.
private struct DependencyList {
    private(set) var names: [String] = []
    private(set) var isComplete = true

    init(_ expression: ExprSyntax?) {
        guard let expression else { return }
        guard let array = expression.as(ArrayExprSyntax.self) else {
            isComplete = false
            return
        }
        for element in array.elements {
            let call = element.expression.as(FunctionCallExprSyntax.self)
            if let name = element.expression.stringValue ?? call?.argument("name")?.stringValue {
                names.append(name)
            } else {
                isComplete = false
            }
        }
    }
}

extension FunctionCallExprSyntax {
    /// The name of the member that is called: `target` in `.target(…)`.
    fileprivate var memberName: String? {
        calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    fileprivate func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension String {
    /// A folder's path without a `/` at its end.
    fileprivate var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

extension ExprSyntax {
    /// The value of a string literal without interpolations.
    fileprivate var stringValue: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
