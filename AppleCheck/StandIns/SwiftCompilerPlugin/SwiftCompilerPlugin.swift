// A stand-in for the module of swift-syntax that a plugin of macros starts with; the toolchain's copy lacks it.
public import SwiftSyntaxMacros

/// A plugin of macros.
public protocol CompilerPlugin {
    /// Makes the plugin.
    init()
    /// Its macros.
    var providingMacros: [any Macro.Type] { get }
}

extension CompilerPlugin {
    /// Answers the compiler until it is done.
    public static func main() throws {}
}
