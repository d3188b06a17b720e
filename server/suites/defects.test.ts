import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { placesOf } from './defect.ts'
import { defects } from './defects.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Whether each is caught takes long: `npm run verify planted`.
test.each(defects)('the defect "$title" has followed the code', ({ changes, suites }) => {
  for (const change of changes)
    expect([change.file, change.find, placesOf(change, readFileSync(root + change.file, 'utf8'))]).toEqual([
      change.file,
      change.find,
      1,
    ])
  expect(suites.filter((suite) => !existsSync(root + suite))).toEqual([])
})
