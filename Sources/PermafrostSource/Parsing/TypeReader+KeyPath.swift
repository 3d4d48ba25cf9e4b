import SwiftSyntax

extension TypeReader {
    /// The root type of a key path and the names of the properties after it. The parser takes the first name alone for the
    /// type, as it cannot know better: the names in upper case that follow are types too.
    func keyPath(_ node: KeyPathExprSyntax) -> (root: TypeExpression?, names: [String]) {
        var names = node.components.compactMap {
            $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plainText
        }
        guard case .named(var components)? = node.root.map({ read($0) }) else {
            return (node.root.map { read($0) }, names)
        }
        while let name = names.first, name.first?.isUppercase == true {
            components.append(.init(name: name))
            names.removeFirst()
        }
        return (.named(components), names)
    }
}
