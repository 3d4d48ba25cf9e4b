import PermafrostDeclarations
import SwiftSyntax
import SwiftSyntaxBuilder

/// The one method of a test file: calls of PermafrostTesting.
struct TestMethod {
    let declaration: FunctionDeclSyntax

    /// - Parameter attribute: goes on a line of its own before the method.
    init(_ test: TestFile.Test, _ framework: TestFramework, attribute: String?) throws {
        let start = attribute.map { $0 + "\n" } ?? ""
        switch test {
        case .drift(let drift):
            declaration = try Self.method("hasNotDrifted", throwing: false, in: framework, behind: start) {
                Self.assertion(drift)
            }
        case .migration(let migration):
            declaration = try Self.method("keepsData", throwing: true, in: framework, behind: start) {
                Self.migration(migration)
                Self.assertion(migration)
            }
        }
    }

    /// XCTest finds a test by its name's start, Swift Testing by an attribute.
    private static func method(
        _ name: String, throwing: Bool, in framework: TestFramework, behind start: String,
        @CodeBlockItemListBuilder body: () throws -> CodeBlockItemListSyntax
    ) throws -> FunctionDeclSyntax {
        let effects = throwing ? " throws" : ""
        return switch framework {
        case .xctest:
            try FunctionDeclSyntax(
                "\(raw: start)func test\(raw: name.prefix(1).uppercased() + name.dropFirst())()\(raw: effects)",
                bodyBuilder: body)
        case .swiftTesting:
            try FunctionDeclSyntax("\(raw: start)@Test func \(raw: name)()\(raw: effects)", bodyBuilder: body)
        }
    }

    // MARK: Calls

    private static func assertion(_ test: DriftTest) -> FunctionCallExprSyntax {
        FunctionCallExprSyntax(callee: ExprSyntax("assertNoDrift")) {
            LabeledExprSyntax(label: "of", expression: type(test.schema))
            LabeledExprSyntax(label: "frozenAs", expression: StringLiteralExprSyntax(content: test.fixture.version))
            if let group = test.fixture.group {
                LabeledExprSyntax(label: "group", expression: StringLiteralExprSyntax(content: group))
            }
        }.broken(behind: "", indentation: 8)
    }

    private static func migration(_ test: MigrationTest) -> VariableDeclSyntax {
        let fixture = FunctionCallExprSyntax(callee: ExprSyntax("Fixture")) {
            LabeledExprSyntax(expression: StringLiteralExprSyntax(content: test.fixture.version))
            if let group = test.fixture.group {
                LabeledExprSyntax(label: "group", expression: StringLiteralExprSyntax(content: group))
            }
        }
        let call = FunctionCallExprSyntax(callee: ExprSyntax("migrate")) {
            LabeledExprSyntax(expression: fixture)
            LabeledExprSyntax(label: "to", expression: type(test.schema))
            LabeledExprSyntax(label: "plan", expression: type(test.plan))
        }.broken(behind: "let migration = try ", indentation: 8)
        return VariableDeclSyntax(
            .let, name: "migration", initializer: InitializerClauseSyntax(value: TryExprSyntax(expression: call)))
    }

    /// Each expectation stands on a line of its own, where its reason can grow.
    private static func assertion(_ test: MigrationTest) -> FunctionCallExprSyntax {
        FunctionCallExprSyntax(callee: ExprSyntax("assertDataPreserved")) {
            let isLong = !test.expectations.isEmpty
            LabeledExprSyntax(
                leadingTrivia: isLong ? .newline : [], expression: DeclReferenceExprSyntax(baseName: "migration"))
            for (index, expectation) in test.expectations.enumerated() {
                let label = index == 0 ? "expecting" : nil
                LabeledExprSyntax(
                    label: label,
                    expression: Self.call(expectation)
                        .broken(behind: label.map { $0 + ": " } ?? "", indentation: 12, margin: 1)
                )
                .with(\.leadingTrivia, .newline)
            }
        }
    }

    private static func call(_ expectation: MigrationTest.Expectation) -> FunctionCallExprSyntax {
        FunctionCallExprSyntax(callee: MemberAccessExprSyntax(name: .identifier(expectation.kind.rawValue))) {
            LabeledExprSyntax(expression: StringLiteralExprSyntax(content: expectation.subject))
            LabeledExprSyntax(label: "because", expression: StringLiteralExprSyntax(content: reason(expectation)))
        }
    }

    /// A reason that is left to fill in.
    private static func reason(_ expectation: MigrationTest.Expectation) -> String {
        switch expectation.kind {
        case .removed: "TODO: say why it may go (\(expectation.detail))"
        case .changed: "TODO: say what becomes of it (\(expectation.detail))"
        case .added: "TODO: say what the plan gives it (\(expectation.detail))"
        }
    }

    private static func type(_ name: String) -> ExprSyntax { "\(raw: name).self" }
}

extension FunctionCallExprSyntax {
    /// The longest line that is written.
    private static let lineLength = 120

    /// The call with its arguments on a line below, where one line would be too long, or each on one of its own.
    ///
    /// - Parameters:
    ///   - start: what stands before it on its line.
    ///   - indentation: the spaces before that.
    ///   - margin: how many characters follow it.
    fileprivate func broken(behind start: String, indentation: Int, margin: Int = 0) -> FunctionCallExprSyntax {
        let length = indentation + start.count + formatted().description.count + margin
        guard length > Self.lineLength else { return self }
        let below = indentation + 4 + arguments.formatted().description.count + 1 + margin
        var call = self
        call.arguments = LabeledExprListSyntax(
            arguments.enumerated().map { index, argument in
                index == 0 || below > Self.lineLength ? argument.with(\.leadingTrivia, .newline) : argument
            })
        return call
    }
}
