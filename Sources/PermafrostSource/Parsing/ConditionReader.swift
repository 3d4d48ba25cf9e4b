import SwiftSyntax

/// A reader that creates ``Condition`` values from `#if` directives.
struct ConditionReader {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Returns the conditions of the branches, in order. Each includes the negations of the preceding branches'
    /// conditions.
    func conditions(of node: IfConfigDeclSyntax) -> [Condition] {
        var earlier: [Condition] = []
        var result: [Condition] = []
        for clause in node.clauses {
            let negations = earlier.map { Condition.Test.not($0.test) }
            guard let expression = clause.condition else {
                let text = earlier.map { "!(\($0.text))" }.joined(separator: " && ")
                result.append(Condition(test: .all(negations), text: text, offset: clause.poundKeyword.start))
                continue
            }
            let own = Condition(
                test: test(ExpressionReader(bytes: bytes).read(expression)),
                text: SourceText(bytes: bytes).collapsed(expression), offset: clause.poundKeyword.start)
            earlier.append(own)
            result.append(
                Condition(
                    test: negations.isEmpty ? own.test : .all(negations + [own.test]), text: own.text,
                    offset: own.offset))
        }
        return result
    }

    /// Returns the conditions of all branches around a node, the outermost first.
    func conditions(around node: some SyntaxProtocol) -> [Condition] {
        var found: [Condition] = []
        var current = Syntax(node)
        while let parent = current.parent {
            if let clause = current.as(IfConfigClauseSyntax.self),
                let whole = parent.parent?.as(IfConfigDeclSyntax.self),
                let index = whole.clauses.firstIndex(of: clause)
            {
                let position = whole.clauses.distance(from: whole.clauses.startIndex, to: index)
                found.append(conditions(of: whole)[position])
            }
            current = parent
        }
        return found.reversed()
    }

    private func test(_ expression: Expression) -> Condition.Test {
        switch expression.kind {
        case .boolean(let value): return .constant(value)
        case .name(let flag): return .flag(flag)
        case .prefix("!", let operand): return .not(test(operand))
        case .infix(let left, "&&", let right): return .all([test(left), test(right)])
        case .infix(let left, "||", let right): return .any([test(left), test(right)])
        case .call(let callee, let arguments):
            guard case .name(let function) = callee.kind, let argument = arguments.first?.value else { break }
            switch function {
            case "os": return .os(argument.text)
            case "canImport": return .canImport(argument.text)
            case "targetEnvironment": return .environment(argument.text)
            case "arch": return .constant(argument.text == "arm64")
            // The current tools satisfy every lower bound, such as `swift(>=5.9)` or `compiler(>=6)`.
            case "swift", "compiler", "_compiler_version":
                if case .prefix("<", _) = argument.kind { return .constant(false) }
                return .constant(true)
            case "hasFeature", "hasAttribute", "_hasAttribute": return .constant(true)
            default: return .flag(expression.text)
            }
        default: break
        }
        return .flag(expression.text)
    }
}
