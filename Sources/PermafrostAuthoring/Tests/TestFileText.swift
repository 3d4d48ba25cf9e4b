import PermafrostDeclarations
import SwiftSyntax
import SwiftSyntaxBuilder

/// A test file as Swift source. One test file gives one text, whichever machine writes it.
package struct TestFileText {
    /// The text, formatted, with a line break at its end.
    package let text: String

    /// Writes a test file for a framework. Throws where a name is nothing that Swift could name.
    package init(_ file: TestFile, for framework: TestFramework) throws {
        let available = file.availability.arguments.map { "@available(\($0))" }
        // Swift Testing takes the attribute on a test alone, and skips the test elsewhere.
        let isOnMethod = framework == .swiftTesting
        let method = try TestMethod(file.test, framework, attribute: isOnMethod ? available : nil)
        let type = try Self.type(
            named: file.name, in: framework, attribute: isOnMethod ? nil : available, holding: method.declaration
        )
        .with(\.leadingTrivia, .newlines(2) + TestComment(file.test).trivia)
        let source = SourceFileSyntax {
            for name in ["PermafrostTesting", framework.module].sorted() {
                ImportDeclSyntax(path: Self.path(name))
            }
            for (index, module) in file.modules.enumerated() {
                ImportDeclSyntax(
                    attributes: [.attribute("@testable").with(\.trailingTrivia, .space)], path: Self.path(module)
                )
                .with(\.leadingTrivia, .newlines(index == 0 ? 2 : 1))
            }
            type
        }
        text = TestComment.heading + source.formatted().description + "\n"
    }

    private static func type(
        named name: String, in framework: TestFramework, attribute: String?, holding method: FunctionDeclSyntax
    ) throws -> DeclSyntax {
        let attribute = attribute.map { $0 + "\n" } ?? ""
        return switch framework {
        case .xctest:
            DeclSyntax(try ClassDeclSyntax("\(raw: attribute)final class \(raw: name): XCTestCase") { method })
        case .swiftTesting:
            DeclSyntax(try StructDeclSyntax("struct \(raw: name)") { method })
        }
    }

    private static func path(_ module: String) -> ImportPathComponentListSyntax {
        [ImportPathComponentSyntax(name: .identifier(module))]
    }
}

extension TestFramework {
    /// The module that a test file imports.
    fileprivate var module: String {
        switch self {
        case .xctest: "XCTest"
        case .swiftTesting: "Testing"
        }
    }
}
