import { type TestOptions, test } from 'vitest'

type Run = (...args: unknown[]) => Promise<void> | void

/** `test.each` of which a whole `npm test` runs the first cases alone, and `npm run verify tests` all. */
export const firstCases = (count: number) =>
  ((cases: readonly unknown[]) =>
    (title: string, ...rest: [Run] | [TestOptions, Run]) => {
      const run = rest.at(-1) as Run
      const options = rest.length > 1 ? (rest[0] as TestOptions) : {}
      test.each(cases.slice(0, count))(title, options, run)
      test.each(cases.slice(count))(title, { ...options, tags: ['verify'] }, run)
    }) as unknown as typeof test.each
