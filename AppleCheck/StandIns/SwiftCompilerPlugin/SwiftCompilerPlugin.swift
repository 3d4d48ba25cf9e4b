// A stand-in for the module of swift-syntax with the entry point of a macro plugin. The toolchain's copy lacks it.
public import SwiftSyntaxMacros

/// A macro plugin.
public protocol CompilerPlugin {
    /// Creates the plugin.
    init()
    /// The plugin's macros.
    var providingMacros: [any Macro.Type] { get }
}

extension CompilerPlugin {
    /// Processes the compiler's requests until there are no more.
    public static func main() throws {}
}
