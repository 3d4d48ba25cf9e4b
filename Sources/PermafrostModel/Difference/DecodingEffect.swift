/// The effect of a change on decoding an older value, worst last.
enum DecodingEffect: Int, Comparable {
    case none, possibleFailure, failure

    static func < (left: DecodingEffect, right: DecodingEffect) -> Bool { left.rawValue < right.rawValue }
}
