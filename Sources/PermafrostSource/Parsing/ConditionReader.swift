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
            case "canImport" where arguments.count == 1 && SystemModules.knows(argument.text):
                return .canImport(argument.text)
            // No store of a user was written in a simulator.
            case "targetEnvironment" where argument.text == "simulator": return .constant(false)
            case "arch" where argument.text == "arm64": return .unless("!\(expression.text)")
            case "swift", "compiler": return version(argument, of: function)
            case "canImport", "hasFeature", "hasAttribute", "_hasAttribute", "_compiler_version":
                return .unless("!\(expression.text)")
            default: return .flag(expression.text)
            }
        default: break
        }
        return .flag(expression.text)
    }

    /// Returns the test of a bound such as `swift(>=6)`, which compares the language mode, or `compiler(<6.2)`. Every
    /// compiler and language mode that supports SwiftData satisfies the lower bound 5.9.
    private func version(_ bound: Expression, of function: String) -> Condition.Test {
        guard case .prefix(let comparison, let operand) = bound.kind, comparison == ">=" || comparison == "<" else {
            return .unless("!\(function)(\(bound.text))")
        }
        var numbers = operand.text.split(separator: ".").compactMap { Int($0) }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        if !numbers.isEmpty, ![5, 9].lexicographicallyPrecedes(numbers) { return .constant(comparison == ">=") }
        let text = numbers.isEmpty ? operand.text : numbers.map(String.init).joined(separator: ".")
        let isOlder = "\(function)(<\(text))"
        return comparison == ">=" ? .unless(isOlder) : .flag(isOlder)
    }
}
