import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = 'docs/decisions'
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = globSync(`${folder}/[0-9]*.md`, { cwd: root }).map((file) => basename(file))
const files = globSync(['{bench,contract,e2e,server,tools,web}/**/*.*', 'docs/**/*.md', '*.md'], { cwd: root }).filter(
  (file) => !/node_modules|\/dist\//.test(file),
)
/** Rows of the table: the numbers that lead to a page. */
const rows = [...read(`${folder}/README.md`).matchAll(/^\| ([\d, ]+) \| \[.+\]\((.+)\) \|$/gm)].map(
  ([, numbers, page]) => ({ numbers: numbers!.split(', ').map(Number), page: page! }),
)
const numbers = rows.flatMap((row) => row.numbers)

test('the table names every page of a decision once, under its own number', () => {
  expect(rows.map(({ page }) => page).sort()).toEqual(pages.sort())
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { numbers, page } of rows) {
    expect(read(`${folder}/${page}`)).toMatch(new RegExp(`^# ${numbers[0]}\\. `))
    expect(Number(page.slice(0, 4))).toBe(numbers[0])
  }
})

test.each(pages)('%s has a date, question, choice, reason and cost on one page', (page) => {
  const text = read(`${folder}/${page}`)
  expect(text).toMatch(/^# .+\n\n\d{4}-\d\d-\d\d/)
  const parts = ['Question', 'Choice', 'Why', 'Cost'].map((part) => text.indexOf(`\n**${part}.**`))
  expect(Math.min(...parts)).toBeGreaterThan(0)
  expect(text.split(/\s+/).length).toBeLessThan(360)
})

test('every decision that code or documentation names is in the table', () => {
  const named = files.flatMap((file) => {
    if (!/\.(?:tsx?|sql|md|json|css)$/.test(file)) return []
    const text = read(file).replace(/\n[ \t]*(?:\*|\/\/|--)?[ \t]*/g, ' ')
    const lists = [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/gi)].map(([, list]) => list!)
    return [
      ...lists.flatMap((list) => list.match(/\d+/g)!.map((number) => ({ file, target: Number(number) }))),
      ...[...text.matchAll(/decisions\/(\d{4}[\w-]*)/g)].map(([, target]) => ({ file, target: target! })),
    ]
  })
  expect(named.length).toBeGreaterThan(50)
  const known = new Set<number | string>([...numbers, ...pages.map((page) => page.replace('.md', ''))])
  expect(named.filter(({ target }) => !known.has(target))).toEqual([])
})

test('every number in brackets of ARCHITECTURE.md is in the table', () => {
  const named = [...read('ARCHITECTURE.md').matchAll(/\((\d+(?:(?:, | to )\d+)*)\)/g)].flatMap(([, list]) =>
    list!.match(/\d+/g)!.map(Number),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((number) => !numbers.includes(number))).toEqual([])
})

test('every file that a decision or ARCHITECTURE.md names exists', () => {
  const named = ['ARCHITECTURE.md', ...pages.map((page) => `${folder}/${page}`)].flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|js|sql|md))`/g)].map(([, file]) => ({ page, file: file! })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ file }) => !files.some((one) => `/${one}`.endsWith(`/${file}`)))).toEqual([])
})
