// A stand-in for the hash functions of CryptoKit.
import Foundation

/// A hash.
public protocol Digest: ContiguousBytes, CustomStringConvertible, Hashable, Sendable, Sequence where Element == UInt8 {
    /// The length in bytes.
    static var byteCount: Int { get }
}

/// A hash function.
public protocol HashFunction: Sendable {
    /// The type of the hash.
    associatedtype Digest: CryptoKit.Digest
    /// The block size in bytes.
    static var blockByteCount: Int { get }
    /// Starts a hash.
    init()
    /// Adds the next bytes.
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    /// Returns the hash of all bytes.
    func finalize() -> Digest
}

extension HashFunction {
    /// Returns the hash of the bytes.
    public static func hash<Bytes: DataProtocol>(data: Bytes) -> Digest { Self().finalize() }
    /// Returns the hash of the bytes.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest { Self().finalize() }
    /// Adds the next bytes.
    public mutating func update<Bytes: DataProtocol>(data: Bytes) {}
}

/// The 32 bytes of a SHA-256 hash.
public struct SHA256Digest: Digest {
    public static var byteCount: Int { 32 }
    public var description: String { "" }
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}

/// The 64 bytes of a SHA-512 hash.
public struct SHA512Digest: Digest {
    public static var byteCount: Int { 64 }
    public var description: String { "" }
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}

/// SHA-256.
public struct SHA256: HashFunction {
    public typealias Digest = SHA256Digest
    public static var blockByteCount: Int { 64 }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
}

/// SHA-512.
public struct SHA512: HashFunction {
    public typealias Digest = SHA512Digest
    public static var blockByteCount: Int { 128 }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA512Digest { SHA512Digest() }
}

/// Functions that aren't secure anymore.
public enum Insecure {
    /// SHA-1.
    public struct SHA1: HashFunction {
        public typealias Digest = Insecure.SHA1Digest
        public static var blockByteCount: Int { 64 }
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> Insecure.SHA1Digest { Insecure.SHA1Digest() }
    }

    /// The 20 bytes of a SHA-1 hash.
    public struct SHA1Digest: Digest {
        public static var byteCount: Int { 20 }
        public var description: String { "" }
        public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
        public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }
}

/// A key.
public struct SymmetricKey: Sendable {
    /// Creates a key from bytes.
    public init<Bytes: ContiguousBytes>(data: Bytes) {}
}

/// The authentication code of a message.
public struct HashedAuthenticationCode<H: HashFunction>: Sendable, Sequence {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

/// HMAC.
public struct HMAC<H: HashFunction>: Sendable {
    public typealias MAC = HashedAuthenticationCode<H>
    /// Returns the authentication code of a message.
    public static func authenticationCode<Bytes: DataProtocol>(for data: Bytes, using key: SymmetricKey) -> MAC {
        MAC()
    }
}
