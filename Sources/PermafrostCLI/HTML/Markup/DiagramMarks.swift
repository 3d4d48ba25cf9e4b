import PermafrostFixtures

/// The markers for line ends, which all diagrams on a page share, and the page's emblem.
enum DiagramMarks {
    /// The names and SVG paths of the markers. The end of the line is at the point (0, 6) of the marker, and the
    /// marker's x axis points toward the entity.
    private static let ends = [
        ("one", "M-9 1V11"), ("maybe", "M-7 1V11M-10.6 6A3.4 3.4 0 1 0 -17.4 6A3.4 3.4 0 1 0 -10.6 6"),
        ("many", "M-11 6L0 0.5M-11 6H0M-11 6L0 11.5"), ("kind", "M-12 0.5L0 6L-12 11.5Z"),
    ]

    /// Writes the definitions of the markers. Styles refer to the markers by name.
    static func write(to writer: inout HTMLWriter) {
        writer.element("svg", [("class", "marks"), ("aria-hidden", "true")]) { svg in
            svg.element("defs") { defs in
                for (name, path) in ends {
                    defs.element(
                        "marker",
                        [
                            ("id", name), ("viewBox", "-20 0 20 12"), ("markerWidth", "20"), ("markerHeight", "12"),
                            ("refX", "0"), ("refY", "6"), ("orient", "auto-start-reverse"),
                            ("markerUnits", "userSpaceOnUse"),
                        ]
                    ) { mark in
                        mark.element("path", [("class", name), ("d", path)]) { _ in }
                    }
                }
            }
        }
    }

    /// Writes the page's emblem, an ice crystal.
    static func writeEmblem(to writer: inout HTMLWriter) {
        writer.element("svg", [("viewBox", "0 0 24 24"), ("class", "emblem"), ("aria-hidden", "true")]) { svg in
            svg.element(
                "path",
                [
                    (
                        "d",
                        "M12 2V22M3.3 7L20.7 17M20.7 7L3.3 17M9.5 3.8L12 6.2L14.5 3.8M9.5 20.2L12 17.8L14.5 20.2"
                            + "M3.6 10.2L6.9 9.2L6.1 5.8M20.4 13.8L17.1 14.8L17.9 18.2M20.4 10.2L17.1 9.2L17.9 5.8"
                            + "M3.6 13.8L6.9 14.8L6.1 18.2"
                    )
                ]
            ) { _ in }
        }
    }
}
