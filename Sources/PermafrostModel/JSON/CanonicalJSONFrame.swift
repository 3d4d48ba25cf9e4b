/// A JSON document in pieces, for arrays that may be too large for memory: the text around the elements, and the way to
/// write an element.
package struct CanonicalJSONFrame: Sendable {
    /// An array whose elements are written one at a time.
    package struct Gap: Sendable, Hashable {
        /// The keys on the path to the array.
        package let path: [String]
        /// The indentation of the elements; nil if they are all on one line.
        fileprivate let indentation: Int?

        /// Returns the text of an element, including the separator that precedes it.
        package func text(of element: CanonicalJSON, isFirst: Bool) -> [UInt8] {
            var writer = CanonicalJSONWriter(layout: .lines)
            if !isFirst { writer.append(indentation == nil ? ", " : ",") }
            if let indentation { writer.breakLine(indentation) }
            writer.write(element, indentation: indentation ?? 0)
            return writer.bytes
        }
    }

    /// The text before the first gap, between gaps, and after the last gap.
    package let texts: [[UInt8]]
    /// The arrays, in the order of the text.
    package let gaps: [Gap]

    /// Lays out a document like ``CanonicalJSON/Layout/lines``.
    ///
    /// - Parameter paths: the keys on the path to every array that is left open. The document's elements in such an
    ///   array only determine the layout: one element is enough.
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
