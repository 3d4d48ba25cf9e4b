/// The JSON of a document, without the elements of selected arrays. These elements may not fit in memory, so they are
/// written one at a time.
package struct CanonicalJSONFrame: Sendable {
    /// An array whose elements are written one at a time.
    package struct Gap: Sendable, Hashable {
        /// The path of the array, as a list of keys.
        package let path: [String]
        /// The indentation level of the elements, or nil if they are all on one line.
        fileprivate let indentation: Int?

        /// Returns the JSON to write for an element. It starts with a comma unless the element is the first one. If the
        /// elements are on separate lines, it also includes the line break.
        package func text(of element: CanonicalJSON, isFirst: Bool) -> [UInt8] {
            var writer = CanonicalJSONWriter(layout: .lines)
            if !isFirst { writer.append(indentation == nil ? ", " : ",") }
            if let indentation { writer.breakLine(indentation) }
            writer.write(element, indentation: indentation ?? 0)
            return writer.bytes
        }
    }

    /// The JSON before the first gap, between gaps, and after the last gap.
    package let texts: [[UInt8]]
    /// The arrays whose elements are written one at a time, in document order.
    package let gaps: [Gap]

    /// Creates the frame of a document in the layout ``CanonicalJSON/Layout/lines``.
    ///
    /// - Parameter paths: the paths of the arrays that are written one element at a time, as lists of keys. In the
    ///   document, one element per array is enough, because the elements only determine the layout.
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
