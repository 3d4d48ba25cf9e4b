import SwiftSyntax

/// The packages that a package's manifest depends on. The manifest is parsed, never run.
package struct PackageDependencies: Sendable, Hashable {
    /// A package that the manifest depends on.
    package struct Dependency: Sendable, Hashable {
        /// The name that targets use for the package, as in `.product(name:package:)`. It is the name in the manifest
        /// or, if that has none, the last component of the package's address.
        package let name: String
        /// The path that the manifest specifies, or nil for a package in a repository or registry.
        package let path: String?
    }

    /// The packages that the manifest lists.
    package let listed: [Dependency]
    /// The names of packages in `.product(name:package:)`, keyed by product.
    package let packages: [String: String]
    /// Whether ``listed`` is complete. False if the manifest computes dependencies or exceeds the parser's limits.
    package let isComplete: Bool
    /// Whether the manifest creates one package, with lists of dependencies and targets that aren't computed. SwiftPM's
    /// own commands can only edit such a manifest.
    package let isLiteral: Bool

    /// Parses a manifest. If the manifest exceeds the parser's limits, nothing is listed.
    package init(parsing text: String) {
        let visitor = DependencyVisitor(viewMode: .sourceAccurate)
        let tree = Array(text.utf8).withUnsafeBufferPointer { bytes in
            try? BoundedParser.parse(bytes, of: "Package.swift")
        }
        if let tree { visitor.walk(tree) }
        listed = visitor.listed
        packages = visitor.packages
        isComplete = tree != nil && visitor.isComplete
        isLiteral = isComplete && visitor.packageCount == 1 && visitor.listsTargets
    }

    /// Reads the manifest in a folder. Throws ``UnreadableFile`` if the manifest can't be read.
    package init(directory: String) throws {
        self.init(
            parsing: try DirectorySources(directory: directory).withBytes(of: "Package.swift") {
                String(decoding: $0, as: UTF8.self)
            })
    }
}

private final class DependencyVisitor: SyntaxVisitor {
    private(set) var listed: [PackageDependencies.Dependency] = []
    private(set) var packages: [String: String] = [:]
    private(set) var isComplete = true
    private(set) var packageCount = 0
    private(set) var listsTargets = true

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Package" {
            packageCount += 1
            if argument("targets", call)?.is(ArrayExprSyntax.self) == false { listsTargets = false }
            if argument("dependencies", call)?.is(ArrayExprSyntax.self) == false { isComplete = false }
        }
        switch call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
        case "package": add(call)
        case "product":
            if let product = string("name", call), let package = string("package", call) {
                packages[product] = package
            }
        default: break
        }
        return .visitChildren
    }

    private func add(_ call: FunctionCallExprSyntax) {
        let path = string("path", call)
        let address = path ?? string("url", call) ?? string("id", call)
        guard let address else {
            isComplete = false
            return
        }
        var last = address.split { "/:".contains($0) }.last.map(String.init) ?? address
        if last.hasSuffix(".git") { last = String(last.dropLast(".git".count)) }
        listed.append(.init(name: string("name", call) ?? last, path: path))
    }

    private func argument(_ label: String, _ call: FunctionCallExprSyntax) -> ExprSyntax? {
        call.arguments.first { $0.label?.text == label }?.expression
    }

    private func string(_ label: String, _ call: FunctionCallExprSyntax) -> String? {
        argument(label, call)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}
