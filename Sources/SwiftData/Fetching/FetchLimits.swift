import Foundation

/// The numbers of objects to skip and to return.
@usableFromInline
struct FetchLimits: Equatable {
    /// The maximum number of objects, or nil for all.
    let limit: Int?
    /// The number of objects to skip, or nil to skip none.
    let offset: Int?

    /// Creates limits. Nil means that there is no limit.
    @usableFromInline
    init(limit: Int?, offset: Int?) {
        self.limit = limit
        self.offset = offset
    }

    /// The SQL clauses for the limits. A negative number counts as 0.
    var clause: String {
        switch (limit, offset) {
        case (nil, nil): ""
        case (let limit?, nil): " LIMIT " + String(max(0, limit))
        case (let limit?, let offset?): " LIMIT \(max(0, limit)) OFFSET \(max(0, offset))"
        case (nil, let offset?): " LIMIT -1 OFFSET \(max(0, offset))"
        }
    }
}
