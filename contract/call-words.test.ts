import { expect, test } from 'vitest'
import { z } from 'zod'
import { features } from './endpoints.ts'
import { callWords } from './open-api/call-words.ts'
import { wordsOfPart } from './open-api/part-words.ts'
import { type Endpoint, titleOf } from './platform/endpoint.ts'

const calls = Object.values(features).flatMap((feature) =>
  Object.values<Endpoint>(feature).filter(({ permission }) => permission === 'program'),
)

/** Names of what a caller sends in the path, the query and the body. */
const partsOf = ({ params, query, body }: Endpoint) =>
  [params, query, body].flatMap((part) => (part instanceof z.ZodObject ? Object.keys(part.shape) : []))

test('each call of programs has its words, and no other call has', () => {
  expect(Object.keys(callWords).toSorted()).toEqual(calls.map(titleOf).toSorted())
})

test.each(calls.map((call) => [titleOf(call), call] as const))('each part of %s has its words', (title, call) => {
  const without = partsOf(call).filter((name) => wordsOfPart(callWords[title]!, name) === undefined)
  expect(without).toEqual([])
})

test('a call names no part that it does not have', () => {
  const unknown = calls.flatMap((call) => {
    const known = partsOf(call)
    return Object.keys(callWords[titleOf(call)]?.parts ?? {}).filter((name) => !known.includes(name))
  })
  expect(unknown).toEqual([])
})
