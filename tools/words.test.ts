import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { rightWords } from '@ruam/contract/access/right-words.ts'
import { expect, test } from 'vitest'
import { titles } from '../web/data/words.ts'
import { doors, screens } from '../web/routes.tsx'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Files with words read from people and their replacements, in which any word may occur. */
const ofOthers =
  /\.test\.|\.testing\.|^server\/(suites|testing|app\/sample|formats\/(made-up|values)|locations|master-data)\/|guessable-words|stop-words|dpa-document/
const files = globSync(['web/**/*.{ts,tsx}', 'contract/**/*.ts', 'server/**/*.ts'], { cwd: root }).filter(
  (file) => !/node_modules|^web\/dist/.test(file) && !ofOthers.test(file),
)
/** Those whose English is read by people as well; elsewhere it is also the language of programs. */
const inBoth =
  /^(web|contract)\/.*[/-](text|words|sentences|failures)\.ts$|^contract\/(errors\/|\w+\/(row|value)-failures|\w+\/rule-sentences)/

const source = (file: string) => read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const literal = /'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`/g
const thai = /[ก-๛]/
/** Words of a component that stand in its own file. */
const ofComponents = (file: string) => [...source(file).matchAll(/\bwords\(\{([\s\S]*?)\n\}\)/g)].join('\n')
const texts = files.flatMap((file) => {
  const both = inBoth.test(file) ? source(file) : ofComponents(file)
  return (
    [...source(file).matchAll(literal)]
      .filter((match) => thai.test(match[0]) || both.includes(match[0]))
      // In backticks stands what programs write.
      .map((match) => (match[1] ?? match[2]!).replaceAll(/`[^`]*`/g, ''))
      .map((text) => ({ file, text, isShown: both.includes(text) }))
  )
})

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
      // The name of a product of LINE.
      ({ file, text }) =>
        pattern.test(text.replaceAll('LINE Login', 'LINE')) && !given.includes(text) && !file.includes(HEADERS),
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

/** Texts that begin with the word of a dialog’s no, and are no action of a dialog: the no itself, and what LINE calls so. */
const ofNo = ['ยกเลิก', 'ยกเลิกการแก้ไข{name}', 'ยกเลิกข้อความ', 'ยกเลิกรับข่าวสาร', 'ยกเลิกรับข่าวสารแล้ว ร้านจะไม่ส่งข่าวสารถึงคุณอีก']

test('ยกเลิก is the no of a dialog alone, so that no dialog has it twice', () => {
  const actions = texts.filter(({ file, text }) => /^ยกเลิก/.test(text) && !/^server\/imports\//.test(file))
  expect(actions.filter(({ text }) => !ofNo.includes(text))).toEqual([])
  expect(actions.length).toBeGreaterThan(ofNo.length)
})

test('a question is ต้องการ…ใช่ไหม', () => {
  const words = texts.filter(({ isShown }) => isShown)
  const questions = words.filter(({ text }) => /^ต้องการ/.test(text))
  expect(questions.length).toBeGreaterThan(30)
  expect(questions.filter(({ text }) => !text.endsWith('ใช่ไหม'))).toEqual([])
  // Within a sentence หรือไม่ is no question.
  expect(words.filter(({ text }) => /(?<!ว่า.*|เช่น.*)หรือไม่$/.test(text))).toEqual([])
})

test('every page, menu entry, permission and role has its line in docs/words.md, with its English', () => {
  const [thaiTitles, englishTitles] = [titles.in('th'), titles.in('en')]
  const titled = [...screens, ...doors].map(({ title }) =>
    typeof title === 'string' ? [thaiTitles[title], englishTitles[title]] : title,
  )
  const ofTitles = Object.keys(thaiTitles).map((key) => [thaiTitles[key as never], englishTitles[key as never]])
  const ofRights = Object.entries(rightWords)
    .filter(([key]) => !key.endsWith('About'))
    .map(([, pair]) => pair)
  const ofRoles = presetRoles.map(({ title }) => [title.th, title.en])
  const rows = read('docs/words.md')
    .split('## Not said')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const terms = (cell: string) => cell.trim().split(/ · |, /)
  const defined = new Set(rows.flatMap((row) => terms(row.split('|')[1]!)))
  const said = new Set(rows.flatMap((row) => terms(row.split('|')[2]!)).map((word) => word.toLowerCase()))
  const names = [...titled, ...ofTitles, ...ofRights, ...ofRoles]
  expect(names.length).toBeGreaterThan(120)
  expect(names.filter(([th]) => !defined.has(th!))).toEqual([])
  const english = (name: string) =>
    [name, name.replace(/s$/, ''), `${name}s`].some((one) => said.has(one.toLowerCase()))
  expect(names.filter(([, en]) => !english(en!))).toEqual([])
})
