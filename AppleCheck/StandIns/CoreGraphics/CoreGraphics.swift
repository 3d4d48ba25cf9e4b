@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
// A stand-in for CoreGraphics: the geometry that Foundation itself declares on Linux.
@_exported import enum Foundation.CGRectEdge
@_exported import struct Foundation.CGSize
