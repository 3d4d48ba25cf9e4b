import SwiftSyntax
import SwiftParser
public func countStatements(_ s: String) -> Int { Parser.parse(source: s).statements.count }
