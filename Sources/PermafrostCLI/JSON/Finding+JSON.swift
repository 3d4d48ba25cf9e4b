import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

extension Finding {
    /// The finding in JSON, with its facts and message.
    var json: JSONObject {
        var condition: String?
        if case .difference(_, let platform)? = subject { condition = platform }
        var edit: TypeEdit?
        if case .typeEdit(let found)? = subject { (edit, condition) = (found, found.platform) }
        let own: JSONObject = [
            "affected": affected, "code": code, "column": location?.column, "file": location?.file, "fix": fix,
            "group": group, "groups": groups.count > 1 ? groups : nil, "line": location?.line, "platform": condition,
            "properties": edit?.properties, "schema": schema, "schemas": edit?.schemas, "severity": severity,
            "type": edit?.type, "version": version, "what": what,
        ]
        return change.map { $0.json(at: nil).merging(own) } ?? own
    }
}

extension ModelChange {
    /// Returns the change in JSON.
    ///
    /// - Parameters:
    ///   - place: the location of the changed declaration, or nil if it isn't known.
    ///   - what: a clause that describes the change; nil for the usual one.
    func json(at place: SourceLocation?, what: String? = nil) -> JSONObject {
        [
            "after": after, "aspect": aspect, "before": before, "column": place?.column,
            "element": element.nonEmpty, "file": place?.file, "kind": kind, "line": place?.line, "model": entity,
            "property": property, "what": what ?? ChangeMessage(self).sentence,
        ]
    }
}
