extension String {
    /// The text as one word of a shell's command line: as it is where nothing in it is special, else in quotes.
    package var asShellWord: String {
        let plain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./,:=@%+".contains($0)) }
        return plain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
