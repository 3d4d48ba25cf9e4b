import Diary
import Permafrost
import Testing

@Suite struct PlanTests {
    @Test func thePlanIsComplete() {
        #expect(DiaryMigrationPlan.plan.validate().isEmpty)
    }
}
