import { features } from '@ruam/contract/endpoints.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import { addressOf, type Endpoint, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../../testing/store.testing.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  security: unknown
  parameters: { name: string; in: string; description?: string }[]
  responses: Record<string, { description: string; content?: object; headers?: object }>
}

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

let document: Document
beforeAll(async () => {
  const { app } = await testServer()
  const reply = await app.inject({ url: '/open-api/v1/openapi.json', headers: { host: 'cdp.example.com' } })
  expect(reply.statusCode).toBe(200)
  document = reply.json()
})

const calls = Object.values(features).flatMap((feature) =>
  Object.entries<Endpoint>(feature).filter(([, { permission }]) => permission === 'program'),
)
const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

test('the document of programs has the calls of programs and no other, each under a name of its own', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect(ids.toSorted()).toEqual(calls.map(([name]) => name).toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('the document names the server that it was asked for', () => {
  expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: 'http://cdp.example.com' }]])
})

test('the document contains everything it references, and nothing of people', () => {
  const text = JSON.stringify(document)
  const named = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  expect([...named]).toEqual(['Error', 'Problem'])
  expect(text).not.toContain('/api/')
})

test.each(calls.map(([, call]) => [titleOf(call), call] as const))('%s has its words and its errors', (title, call) => {
  const operation = document.paths[addressOf(call)]![call.method.toLowerCase()]!
  expect(operation.summary).toBe(callWords[title]!.title[1])
  expect(operation.description).toContain(callWords[title]!.about[1])
  expect(operation.security).toEqual([{ credential: [] }])
  expect(operation.parameters.filter(({ description }) => !description)).toEqual([])
  expect(operation.responses[401]!.description).toContain('`key_revoked` (231): This API key was revoked.')
  expect(Object.keys(operation.responses[500]!.content!)).toEqual(['application/json', 'application/problem+json'])
  expect(Object.keys(operation.responses[405]!.headers!)).toEqual(['Allow'])
  for (const status of [429, 503]) expect(Object.keys(operation.responses[status]!.headers!)).toEqual(['Retry-After'])
  const headers = operation.parameters.filter((part) => part.in === 'header').map(({ name }) => name)
  expect(headers.includes('Ruam-Dry-Run')).toBe(call.later === true)
})
