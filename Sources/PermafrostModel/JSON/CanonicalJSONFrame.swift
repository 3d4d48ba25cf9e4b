/// A JSON document in pieces, for arrays that may be too long to hold: the text around their elements, and how each is written.
package struct CanonicalJSONFrame: Sendable {
    /// An array whose elements come one at a time.
    package struct Gap: Sendable, Hashable {
        /// The keys that lead to it.
        package let path: [String]
        /// How deep its elements stand; nil if they stand in one line.
        fileprivate let indentation: Int?

        /// The text of an element, and what separates it from the one before.
        package func text(of element: CanonicalJSON, isFirst: Bool) -> [UInt8] {
            var writer = CanonicalJSONWriter(layout: .lines)
            if !isFirst { writer.append(indentation == nil ? ", " : ",") }
            if let indentation { writer.breakLine(indentation) }
            writer.write(element, indentation: indentation ?? 0)
            return writer.bytes
        }
    }

    /// The text before the first gap, between each two, and behind the last.
    package let texts: [[UInt8]]
    /// The arrays, in the order in which they stand in the text.
    package let gaps: [Gap]

    /// Lays a document out as ``CanonicalJSON/Layout/lines`` does.
    ///
    /// - Parameter paths: the keys that lead to each array that is left open. What the document has in it stands for its
    ///   elements: a first one is enough.
    package init(_ document: CanonicalJSON, openAt paths: [[String]]) {
        var writer = CanonicalJSONWriter(layout: .lines)
        writer.openPaths = Set(paths)
        writer.write(document, indentation: 0)
        writer.append("\n")
        let starts = [0] + writer.gaps.map(\.text.upperBound)
        let ends = writer.gaps.map(\.text.lowerBound) + [writer.bytes.count]
        texts = zip(starts, ends).map { Array(writer.bytes[$0..<$1]) }
        gaps = writer.gaps.map { Gap(path: $0.path, indentation: $0.indentation) }
    }
}
