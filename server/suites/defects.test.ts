import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { occurrencesOf } from './defect.ts'
import { defects } from './defects.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Running all planted defects takes long: `npm run verify planted`.
test.each(defects)('the defect "$title" has followed the code', ({ changes, suites }) => {
  for (const change of changes)
    expect([change.file, change.find, occurrencesOf(change, readFileSync(root + change.file, 'utf8'))]).toEqual([
      change.file,
      change.find,
      1,
    ])
  expect(suites.filter((suite) => !existsSync(root + suite))).toEqual([])
})

const migrations = readdirSync(`${root}server/migrations`).map((name) => `server/migrations/${name}`)

/** The function in whose definition a change is planted. */
function functionAt(text: string, at: number): string | undefined {
  const begun = text.slice(0, at).split(/create (?:or replace )?function /)
  const [head, ...bodies] = begun.at(-1)!.split('$$')
  return begun.length > 1 && bodies.length === 1 ? /^[\w.]+/.exec(head!)?.[0] : undefined
}

test('no defect is planted in a function that a later migration replaces', () => {
  const replaced = defects.flatMap(({ title, changes }) =>
    changes.flatMap(({ file, find }) => {
      const text = readFileSync(root + file, 'utf8')
      const name = functionAt(text, text.search(find))
      if (!file.startsWith('server/migrations/') || !name) return []
      const again = new RegExp(`create (or replace )?function ${name.replace('.', '\\.')}\\b`)
      const later = migrations.filter((other) => other > file && again.test(readFileSync(root + other, 'utf8')))
      return later.map((other) => `${title}: ${name} of ${file} is replaced in ${other}`)
    }),
  )
  expect(replaced).toEqual([])
})
