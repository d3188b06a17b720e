import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Files with words read from people and their replacements, in which any word may occur. */
const ofOthers =
  /\.test\.|\.testing\.|^server\/(suites|testing|app\/sample|formats\/(made-up|values)|locations|master-data)\/|guessable-words|dpa-document/
const files = globSync(['web/**/*.{ts,tsx}', 'contract/**/*.ts', 'server/**/*.ts'], { cwd: root }).filter(
  (file) => !/node_modules|^web\/dist/.test(file) && !ofOthers.test(file),
)
/** Those whose English is read by people as well; elsewhere it is also the language of programs. */
const inBoth =
  /^(web|contract)\/.*[/-](text|words|sentences|failures)\.ts$|^contract\/(errors\/|\w+\/(row|value)-failures|\w+\/rule-sentences)/

const source = (file: string) => read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const literal = /'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`/g
const thai = /[ก-๛]/
const texts = files.flatMap((file) =>
  [...source(file).matchAll(literal)]
    // In backticks stands what programs write.
    .map((match) => (match[1] ?? match[2]!).replaceAll(/`[^`]*`/g, ''))
    .filter((text) => thai.test(text) || inBoth.test(file))
    .map((text) => ({ file, text })),
)

/** Headers that other programs write. */
const HEADERS = 'server/imports/layouts/'

/** Texts of the specification, which stand letter for letter. */
const given = [
  'Canceled',
  'create datasource failed',
  'delete datasource failed',
  'execute pipeline failed',
  'get datasource failed',
  'update datasource failed',
]

/** The last table of docs/words.md: what is not said, and what is said instead. {n} is any number. */
const notSaid = read('docs/words.md')
  .split('## Not said')[1]!
  .matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)
  .filter(([, not]) => not !== 'Not')
  .flatMap(([, not, but]) => not!.split(' · ').map((word) => ({ word, but: but! })))
  .toArray()

test('no text has a word that docs/words.md does not say', () => {
  expect(texts.length).toBeGreaterThan(2000)
  expect(notSaid.length).toBeGreaterThan(20)
  for (const { word, but } of notSaid) {
    const edge = thai.test(word) ? '' : '\\b'
    const pattern = new RegExp(`${edge}${word.replace('{n}', String.raw`\{\w+\}`)}${edge}`, 'i')
    const found = texts.filter(
      ({ file, text }) => pattern.test(text) && !given.includes(text) && !file.includes(HEADERS),
    )
    expect(found, `docs/words.md says “${but}” for it`).toEqual([])
  }
})

test('an English text of the screens that counts has a form for one', () => {
  const pair = /(\w+): \[\s*'(?:[^'\\]|\\.)*',\s*'((?:[^'\\]|\\.)*)'(,\s*')?/g
  const many = /(?<!more than |at least |within |latest |select all )\{(?:count|total)\} (?!is|was|has)[a-z]+s\b/i
  const lacking = files
    .filter((file) => file.startsWith('web/') && inBoth.test(file))
    .flatMap((file) => [...source(file).matchAll(pair)].map(([, key, en, one]) => ({ file, key, en: en!, one })))
    .filter(({ en, one }) => many.test(en) && one === undefined)
  // Several customers are never one.
  expect(lacking.filter(({ key }) => key !== 'whySeveral')).toEqual([])
})
