/// Why bytes are no binary property list that can be read.
package enum BinaryPropertyListError: Error, Sendable, Hashable {
    /// The bytes do not begin with `bplist0`.
    case notBinaryPropertyList
    /// The bytes end before what they announce, or point outside themselves.
    case outOfBounds
    /// A kind of object that property lists of stores do not use.
    case unknownObject(marker: UInt8)
    /// A dictionary's key is not a string.
    case keyIsNotString
    /// More nesting, or more values, than any real list has.
    case tooLarge
}
