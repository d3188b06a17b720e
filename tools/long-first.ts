import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long-running files, whose size does not tell: started last, one would keep a single core busy. */
const long = /\/server\/suites\/|\/(reference|erase|undo|strange-texts|merging)\.test\.ts$|\/postgres\//

/** Long files first, the others as vitest would have them. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
