import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files, the longest first, by their measured time: one that started last would keep a single core busy. */
const longest = [
  ...['suites/secrets', 'suites/every-call', 'erasure/erase', 'suites/backup', 'suites/crash', 'imports/undo/undo'],
  ...['bulk/undo', 'suites/foreign-ids', 'suites/permissions', 'run/strange-texts', 'suites/block-plans'],
].map((name) => `/${name}.test.ts`)

/** Files that take longer than their size shows. */
const long = /\/server\/suites\/|\/(reference|erase|undo|strange-texts|merging)\.test\.ts$|\/postgres\//

/** Returns the place of a file in the order of a run. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(name))
  if (place >= 0) return place
  return long.test(moduleId) ? longest.length : longest.length + 1
}

/** Long files first, the others as vitest would have them. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
