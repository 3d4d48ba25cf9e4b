import SwiftSyntax

/// The targets in a package's manifest. The manifest is parsed, never run.
///
/// A call such as `.testTarget(name: "AppTests")` is read anywhere in the manifest, including in every branch of a
/// condition.
struct PackageManifest {
    /// The targets with Swift code, in order.
    let targets: [PackageTarget]
    /// The plugins, which aren't part of the built product.
    let plugins: [PackageTarget]
    /// The platforms that the manifest lists. Omits all others, because their default minimum versions are too old for
    /// SwiftData.
    let platforms: TargetPlatforms
    /// The reason why ``targets`` may be incomplete, or nil if the manifest lists all of its targets.
    let gap: String?

    /// Parses a manifest. If the manifest exceeds the parser's limits, there are no targets.
    init(parsing text: String) {
        let visitor = TargetVisitor(viewMode: .sourceAccurate)
        do {
            visitor.walk(
                try Array(text.utf8).withUnsafeBufferPointer { bytes throws(BoundedParser.Excess) in
                    try BoundedParser.parse(bytes, of: "Package.swift")
                })
        } catch {
            (targets, plugins, platforms) = ([], [], .unknown)
            gap = error.message
            return
        }
        targets = visitor.targets
        plugins = visitor.plugins
        platforms = visitor.platforms
        gap = visitor.gap
    }

    /// Returns whether a target in the manifest uses one of the given build plugins. Returns false if the manifest
    /// exceeds the parser's limits.
    static func uses(plugins names: Set<String>, manifest: String) -> Bool {
        // Most manifests don't have the name, so they don't have to be parsed.
        guard names.contains(where: { manifest.contains($0) }) else { return false }
        let visitor = PluginUseVisitor(names)
        do {
            visitor.walk(
                try Array(manifest.utf8).withUnsafeBufferPointer { bytes throws(BoundedParser.Excess) in
                    try BoundedParser.parse(bytes, of: "Package.swift")
                })
        } catch { return false }
        return visitor.isUsed
    }

    /// Returns the test folders that `.testTarget(… path: "…")` calls specify, relative to the project and with a
    /// trailing `/`.
    static func testFolders(manifest: String, folder: String) -> [String] {
        // Most manifests don't specify a folder, so they don't have to be parsed.
        guard manifest.contains("testTarget"), manifest.contains("path:") else { return [] }
        return PackageManifest(parsing: manifest).targets.filter(\.isTest).compactMap(\.path)
            .map { folder + $0 + "/" }
    }
}

private final class TargetVisitor: SyntaxVisitor {
    private(set) var targets: [PackageTarget] = []
    private(set) var plugins: [PackageTarget] = []
    private(set) var platforms = TargetPlatforms.unknown
    private var packages = 0
    private var computes = false

    private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro", "plugin"]
    /// The kinds of targets without Swift sources.
    private static let foreignKinds: Set<String> = ["binaryTarget", "systemLibrary"]

    /// The reason why ``targets`` may be incomplete, or nil if the manifest lists all of its targets.
    var gap: String? {
        switch packages {
        case 0: "it declares no package"
        case 1: computes ? "it computes its targets" : nil
        default: "it declares several packages"
        }
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Package" {
            packages += 1
            if let list = call.argument("targets"), !Self.isListed(list) { computes = true }
            if let list = call.argument("platforms") { platforms = Self.platforms(list) }
        }
        // A product such as `.plugin(name: …, targets: …)` also has a `targets` argument.
        guard let kind = call.memberName, Self.kinds.contains(kind), let written = call.argument("name"),
            call.argument("targets") == nil
        else { return .visitChildren }
        guard let name = written.stringValue else {
            computes = true
            return .visitChildren
        }
        let dependencies = DependencyList(call.argument("dependencies"))
        var target = PackageTarget(
            name: name, isTest: kind == "testTarget",
            path: call.argument("path")?.stringValue?.withoutSlash,
            dependencies: dependencies.names, listsAllDependencies: dependencies.isComplete)
        target.isLibrary = kind == "target"
        target.isExecutable = kind == "executableTarget"
        target.sources = call.argument("sources").flatMap(strings)
        target.exclude = call.argument("exclude").flatMap(strings) ?? []
        if let path = call.argument("path"), path.stringValue == nil, !path.is(NilLiteralExprSyntax.self) {
            computes = true
        }
        if kind == "plugin" { plugins.append(target) } else { targets.append(target) }
        // `.target(name:)` in a list of dependencies doesn't declare a target.
        return .skipChildren
    }

    /// Returns the platforms in a list such as `[.iOS(.v17), .macOS("14.2")]`. The result is unknown if the list is
    /// computed.
    private static func platforms(_ list: ExprSyntax) -> TargetPlatforms {
        var minimums: [Platform: [Int]] = [:]
        for element in list.as(ArrayExprSyntax.self)?.elements ?? [] {
            guard let call = element.expression.as(FunctionCallExprSyntax.self), let name = call.memberName,
                let argument = call.arguments.first?.expression
            else { return .unknown }
            let platform = Platform(rawValue: name) ?? (name == "macCatalyst" ? .iOS : nil)
            guard let platform else { continue }
            let version = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? argument.stringValue
            if name != "macCatalyst" || minimums[platform] == nil {
                minimums[platform] = TargetPlatforms.numbers(version ?? "")
            }
        }
        return TargetPlatforms(minimums)
    }

    /// Returns whether an expression is an array literal that contains only calls such as `.target(name: "App")`.
    private static func isListed(_ list: ExprSyntax) -> Bool {
        guard let array = list.as(ArrayExprSyntax.self) else { return false }
        return array.elements.allSatisfy { element in
            let kind = element.expression.as(FunctionCallExprSyntax.self)?.memberName
            return kind.map { kinds.contains($0) || foreignKinds.contains($0) } ?? false
        }
    }

    /// Returns the strings in an array literal, or nil for `nil`. For any other expression, returns nil and records
    /// that the manifest computes its targets.
    private func strings(_ list: ExprSyntax) -> [String]? {
        if list.is(NilLiteralExprSyntax.self) { return nil }
        let elements = list.as(ArrayExprSyntax.self)?.elements.map { $0.expression.stringValue }
        guard let elements, !elements.contains(nil) else {
            computes = true
            return nil
        }
        return elements.compactMap { $0?.withoutSlash }
    }

    /// Skips a declaration such as `let shared: [Target.Dependency] = [.target(name: "Core")]`, because it lists
    /// dependencies and not targets.
    override func visit(_ binding: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
        return type.contains("Target.Dependency") ? .skipChildren : .visitChildren
    }
}

/// A visitor that finds uses of plugins, such as `.plugin(name: "DriftGate", package: "permafrost")` and `plugins:
/// ["DriftGate"]`.
private final class PluginUseVisitor: SyntaxVisitor {
    private let names: Set<String>
    private(set) var isUsed = false

    init(_ names: Set<String>) {
        self.names = names
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let listed = call.argument("plugins")?.as(ArrayExprSyntax.self)?.elements.map(\.expression.stringValue) ?? []
        // A call with a capability declares a plugin, and one with targets declares a product.
        let isUse = call.memberName == "plugin" && call.argument("capability") == nil && call.argument("targets") == nil
        let used = listed + (isUse ? [call.argument("name")?.stringValue] : [])
        if used.contains(where: { $0.map(names.contains) ?? false }) { isUsed = true }
        return .visitChildren
    }
}

/// The names in a target's list of dependencies.
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
    /// The name of the called member, such as `target` in `.target(…)`, or nil for any other call.
    var memberName: String? {
        calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension String {
    /// The path without a trailing `/`.
    var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

extension ExprSyntax {
    /// The value of a string literal, or nil if it has interpolations or isn't a literal.
    var stringValue: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

/// The known targets of a package. The manifest is parsed, never run.
package struct KnownTargets: Sendable {
    /// The targets that the manifest declares with literal names, in order. Branches of the manifest can declare
    /// several targets with the same name.
    package let targets: [PackageTarget]
    /// The reason why ``targets`` may be incomplete, as a clause such as "it computes its targets". Nil if the list is
    /// complete.
    package let gap: String?

    /// Reads the manifest of the package in a folder. Throws ``UnreadableFile`` if the manifest can't be read.
    package init(directory: String) throws {
        let text = try DirectorySources(directory: directory).withBytes(of: "Package.swift") {
            String(decoding: $0, as: UTF8.self)
        }
        let manifest = PackageManifest(parsing: text)
        (targets, gap) = (manifest.targets, manifest.gap)
    }

    /// Returns whether a manifest uses one of the plugins that check the frozen versions when a target is built.
    package static func useDriftGate(manifest: String) -> Bool {
        PackageManifest.uses(plugins: ["DriftGate", "PrebuiltDriftGate"], manifest: manifest)
    }
}
