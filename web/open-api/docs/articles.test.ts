import { features } from '@ruam/contract/endpoints.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { expect, test } from 'vitest'
import { errorsOf } from '../../../server/http/openapi.ts'
import { articleAt, articles, pairsOf } from './articles.ts'
import { itemErrors } from './item-errors.ts'
import { search } from './search.ts'

const ids = articles.map(({ id }) => id)

test('each call of programs has an article', () => {
  expect(articles.flatMap((one) => ('call' in one ? one.call : [])).toSorted()).toEqual(
    Object.keys(callWords).toSorted(),
  )
})

test('each anchor means one place', () => {
  const names = itemErrors.map(([name]) => name as string)
  const errors = Object.values(features).flatMap((feature) =>
    Object.values<Endpoint>(feature).flatMap((call) => (call.permission === 'program' ? errorsOf(call) : [])),
  )
  const anchors = [...ids, ...new Set(errors), 'internal', ...names]
  expect(anchors.filter((anchor, place) => anchors.indexOf(anchor) !== place)).toEqual([])
})

test('the anchor of an error leads to the errors, and an unknown one to the start', () => {
  expect(articleAt('unprocessable').id).toBe('errors')
  expect(articleAt('item-errors').id).toBe('errors')
  expect(articleAt('post-profiles').id).toBe('post-profiles')
  expect(articleAt('nothing').id).toBe('start')
})

test('each code in a text begins and ends, in both languages', () => {
  const texts = articles.flatMap((article) => ('blocks' in article ? article.blocks.flatMap(pairsOf).flat() : []))
  expect(texts.length).toBeGreaterThan(200)
  expect(texts.filter((text) => (text.match(/`/g)?.length ?? 0) % 2 === 1)).toEqual([])
})

test.each([
  ['th', 'ส่งซ้ำ', 'repeats'],
  ['en', 'retry-after', 'repeats'],
  ['en', 'batch', 'post-profiles-batch'],
  ['th', '236', 'unprocessable'],
  ['en', 'citizen id digit', 'citizen_id_check_digit'],
] as const)('the search in %s finds %s at %s', (language, words, anchor) => {
  const found = search(words, language, ['unprocessable']).map((one) => one.anchor)
  expect(found).toContain(anchor)
})
