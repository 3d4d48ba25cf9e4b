import Foundation
import PermafrostStore

/// A codec for a type whose members have their own columns.
protocol MemberCodec {
    func place(of keyPath: AnyKeyPath) -> (Range<Int>, any ValueCodec)?
    func place(ofMember name: String) -> (Range<Int>, any ValueCodec)?
}
