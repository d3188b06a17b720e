import { test } from 'vitest'

type Run = (...args: never[]) => unknown

/** `test.each` of which a whole `npm test` runs the first cases alone, and `npm run verify tests` all. */
export const firstCases = (count: number) =>
  ((cases: readonly unknown[]) =>
    (title: string, ...rest: [Run] | [object, Run]) => {
      const run = rest.at(-1) as Run
      const options = rest.length > 1 ? rest[0] : {}
      test.each(cases.slice(0, count))(title, options, run)
      test.each(cases.slice(count))(title, { ...options, tags: ['verify'] }, run)
    }) as unknown as typeof test.each
