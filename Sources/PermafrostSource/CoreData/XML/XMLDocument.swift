import Foundation
import PermafrostModel

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A parser for model files that limits the depth and number of elements.
final class XMLDocument: NSObject, XMLParserDelegate {
    private static let depthLimit = 32
    private static let elementLimit = 200_000

    private let file: String
    private let text: ModelFileText
    private let keepsText: (MarkupElement) -> Bool
    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var count = 0
    private var problem: ModelFileProblem?

    /// Parses a file and returns its root element.
    ///
    /// - Parameters:
    ///   - file: the file's path, for locations.
    ///   - keepsText: returns whether to keep an element's character data.
    /// - Throws: ``Unreadable`` if the file isn't safe to parse, isn't well-formed, or exceeds a limit.
    static func root(
        of content: [UInt8], file: String, keepsText: @escaping (MarkupElement) -> Bool = { _ in false }
    ) throws(Unreadable) -> MarkupElement {
        let text: ModelFileText
        do {
            text = try ModelFileText(content)
        } catch {
            throw Unreadable(error.problem, at: SourceLocation(file: file, line: 1, column: 1))
        }
        return try XMLDocument(file: file, text: text, keepsText: keepsText).parse()
    }

    /// The error for a file that can't be parsed.
    struct Unreadable: Error {
        let issue: SourceIssue

        init(_ problem: ModelFileProblem, at location: SourceLocation) {
            issue = SourceIssue(.modelFile(problem), at: location)
        }
    }

    private init(file: String, text: ModelFileText, keepsText: @escaping (MarkupElement) -> Bool) {
        self.file = file
        self.text = text
        self.keepsText = keepsText
    }

    private func parse() throws(Unreadable) -> MarkupElement {
        let parser = XMLParser(data: Data(text.bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        let isParsed = parser.parse()
        if let root, isParsed, problem == nil { return root }
        let place = SourceLocation(file: file, line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
        throw Unreadable(problem ?? .notXML(Self.message(parser.parserError)), at: place)
    }

    // MARK: XMLParserDelegate

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard problem == nil else { return }
        count += 1
        guard open.count < Self.depthLimit else {
            return stop(parser, .beyondLimit(what: "levels of elements", limit: Self.depthLimit))
        }
        guard count <= Self.elementLimit else {
            return stop(parser, .beyondLimit(what: "elements", limit: Self.elementLimit))
        }
        let place = text.startOfTag(line: parser.lineNumber, column: parser.columnNumber)
        open.append(
            MarkupElement(
                name: name, attributes: attributes,
                location: SourceLocation(file: file, line: place.line, column: place.column)))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard problem == nil, let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard problem == nil, let element = open.last, keepsText(element) else { return }
        open[open.count - 1].text += string
    }

    private func stop(_ parser: XMLParser, _ problem: ModelFileProblem) {
        self.problem = problem
        parser.abortParsing()
    }

    /// Returns a message for a parser error. The parser reports only a libxml2 error code, so common codes are
    /// described here.
    private static func message(_ error: (any Error)?) -> String {
        guard let code = (error as NSError?)?.code else { return "it can't be parsed" }
        return switch code {
        case 3, 4: "it is empty"
        case 5, 77: "it ends inside an element"
        case 26, 27: "it refers to an XML entity that isn't declared"
        case 38, 41, 65: "an attribute isn't written as name=\"value\""
        case 42: "an element has the same attribute twice"
        case 76: "an end tag doesn't have the name of its start tag"
        default: "it can't be parsed (libxml2 error \(code))"
        }
    }
}

/// An element in a model file.
struct MarkupElement: Sendable {
    /// The element's name, such as `entity` or `attribute`.
    let name: String
    /// The attributes' values as written, keyed by name.
    let attributes: [String: String]
    /// The location of the tag's start.
    let location: SourceLocation
    /// The child elements, in order.
    var children: [MarkupElement] = []
    /// The element's character data. Empty unless the parser's `keepsText` returns true for the element.
    var text = ""

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// Returns an attribute's value, or nil if the attribute is absent or empty. Xcode treats both cases the same
    /// way.
    func text(_ attribute: String) -> String? { attributes[attribute].flatMap { $0.isEmpty ? nil : $0 } }

    func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    /// Returns an issue at the element's location.
    func issue(_ problem: ModelFileProblem) -> SourceIssue {
        SourceIssue(.modelFile(problem), at: location)
    }
}
