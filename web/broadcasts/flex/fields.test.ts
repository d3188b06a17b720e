import { flexFaults } from '@ruam/contract/broadcasts/flex-faults.ts'
import { expect, test } from 'vitest'
import {
  bubblesIn,
  type FlexField,
  fieldsOf,
  placeOf,
  readFlex,
  withCardAfter,
  withoutCard,
  withoutPart,
  withoutRow,
  withRowAfter,
  withValue,
} from './fields.ts'
import type { Part } from './parts.ts'
import { templateNames, templateOf } from './templates.ts'

const languages = ['th', 'en'] as const
const templates = languages.flatMap((language) => templateNames.map((name) => [name, language] as const))

const fieldsIn = (whole: Part) => bubblesIn(whole).flatMap(({ bubble, path }) => fieldsOf(bubble, path))
const flat = (fields: readonly FlexField[]): Exclude<FlexField, { kind: 'rows' }>[] =>
  fields.flatMap((field) => (field.kind === 'rows' ? field.rows.flatMap(flat) : [field]))
const picture = `/media/${'a'.repeat(43)}`

test.each(templates)(
  'the template %s in %s is taken by LINE once its pictures and links are filled in',
  (name, language) => {
    let whole = templateOf(name, language) as Part
    const empty = flat(fieldsIn(whole)).filter(({ value }) => value === '')
    expect(flexFaults(JSON.stringify(whole))).toEqual(
      empty.map(({ path }) => ({ at: placeOf(path), reason: 'missing' })),
    )
    for (const { kind, path } of empty)
      whole = withValue(whole, path, kind === 'picture' ? picture : 'https://shop.example')
    expect(flexFaults(JSON.stringify(whole))).toEqual([])
  },
)

test.each(templateNames)('every text of the template %s can be changed, and differs between the languages', (name) => {
  const textsOf = (whole: Part) => JSON.stringify(whole).match(/"(?:text|label)":"[^"]+"/g)!
  const [thai, english] = languages.map((language) => templateOf(name, language) as Part)
  const fields = flat(fieldsIn(thai!)).filter(({ kind }) => kind === 'text' || kind === 'label')
  expect(fields).toHaveLength(textsOf(thai!).length)
  const kept = textsOf(thai!).filter((words) => /[ก-ฮเ-๎]/.test(words) && textsOf(english!).includes(words))
  expect(kept).toEqual([])
})

test('rows of a menu are added and removed', () => {
  const menu = templateOf('menu', 'th') as Part
  const rowsOf = (whole: Part) => fieldsIn(whole).find((field) => field.kind === 'rows')!
  const { path, rows } = rowsOf(menu)
  expect(rows).toHaveLength(4)
  expect(rowsOf(withRowAfter(menu, path, 3)).rows).toHaveLength(5)
  expect(flat(rowsOf(withoutRow(menu, path, 0)).rows[0]!).map(({ value }) => value)).toEqual(['มอคค่าส้ม', '฿ 85'])
})

test('a picture and a button are removed, and a block without contents with them', () => {
  const product = templateOf('product', 'th') as Part
  const partOf = (whole: Part, kind: 'picture' | 'label') => {
    const field = fieldsIn(whole).find((one) => one.kind === kind)
    return field && 'part' in field ? field.part : []
  }
  const plain = withoutPart(product, partOf(product, 'picture'))
  expect(Object.keys(plain)).toEqual(['type', 'body', 'footer'])
  expect(Object.keys(withoutPart(plain, partOf(plain, 'label')))).toEqual(['type', 'body'])
  const two = withCardAfter(product, 0)
  expect(bubblesIn(withoutPart(two, ['contents', 1, 'hero'])).map(({ bubble }) => 'hero' in bubble)).toEqual([
    true,
    false,
  ])
})

test('a card is copied into a carousel, and the last one left is a bubble again', () => {
  const one = templateOf('points', 'en') as Part
  const two = withCardAfter(one, 0)
  expect(two).toEqual({ type: 'carousel', contents: [one, one] })
  expect(withCardAfter(two, 1).contents).toHaveLength(3)
  expect(withoutCard(two, 1)).toEqual(one)
  const changed = withValue(two, ['contents', 1, 'body', 'contents', 1, 'text'], '120')
  expect(bubblesIn(changed).map(({ bubble }) => JSON.stringify(bubble).includes('120'))).toEqual([false, true])
})

test.each(['{', 'null', '[]', '{"type":"box"}'])('%s has no fields', (contents) => {
  expect(readFlex(contents)).toBeUndefined()
})
