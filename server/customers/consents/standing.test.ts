import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const OWN = 'server/customers/consents/'

/** Template literals of a source, without those inside of them. */
const templates = (text: string) => text.match(/`(?:[^`\\]|\\.)*`/g) ?? []

/** The SELECT around a place of SQL: up to the brackets that enclose it. */
function selectAround(text: string, place: number): string {
  let [from, to] = [place, place]
  for (let depth = 0; from > 0 && !(depth === 0 && text[from - 1] === '('); from--)
    depth += text[from - 1] === ')' ? 1 : text[from - 1] === '(' ? -1 : 0
  for (let depth = 0; to < text.length && !(depth === 0 && text[to] === ')'); to++)
    depth += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0
  return text.slice(from, to)
}

/** True for SQL that reads the status of entries: what it inserts is no reading. */
const readsStatus = (template: string) =>
  [...template.matchAll(/\b(?:from|join) (?:public\.)?consent_entry\b/g)].some(({ index }) =>
    /\bstatus\b/.test(selectAround(template, index).replace(/insert into consent_entry\s*\([^)]*\)/g, '')),
  )

test('no SQL but that of consents reads the status of an entry', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !file.startsWith(OWN) && !/\.(test|testing)\.ts$|^server\/(suites|testing)\//.test(file),
  )
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.includes(".selectFrom('consent_entry')") || templates(text).some(readsStatus)
  })
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})
