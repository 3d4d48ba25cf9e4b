/// What a transaction has to do with files of large values, by name: whichever way it ends, one of the two lists goes.
struct TransactionFiles {
    /// Written for rows that exist once it is committed.
    var made: [String] = []
    /// Named by rows that are gone once it is committed.
    var obsolete: [String] = []
}
