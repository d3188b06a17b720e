import { features } from '@ruam/contract/endpoints.ts'
import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import { addressOf, type Endpoint, isOpen, limitOf } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { errorsOf } from './openapi.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  'x-summary-th': string
  description: string
  'x-permission': unknown
  'x-audit'?: unknown
  'x-limit'?: unknown
  'x-errors': { error: ErrorName; error_code: number; status: number }[]
  security: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string | number, unknown>
}

interface Document {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

let document: Document
beforeAll(async () => {
  const { app } = await testServer()
  const reply = await app.inject('/api/openapi.json')
  expect(reply.statusCode).toBe(200)
  document = reply.json()
})

const all = Object.entries(features).flatMap(([feature, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

test('the document is OpenAPI 3.1 and holds every call, each once', () => {
  const { openapi, paths } = document
  const operations = Object.values(paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  )
  expect([openapi, operations.sort()]).toEqual(['3.1.0', all.map(([name]) => name).sort()])
})

test('the document describes the tag of every call', () => {
  const used = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags))
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort())
  expect(document.tags.filter(({ description }) => !description)).toEqual([])
})

test('the document contains everything it references', () => {
  const text = JSON.stringify(document)
  const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]!)
  expect([...new Set(named)].sort()).toEqual(['Error', 'RuleGroup', 'ShownRuleGroup', 'WhyNode'])
  expect(document).toMatchObject({
    components: { schemas: { RuleGroup: { type: 'object' }, ShownRuleGroup: { type: 'object' } } },
  })
  expect(text).not.toContain('$defs')
})

describe('the summaries of', () => {
  test.each(Object.entries(features))('%s are short, in both languages, and differ', (feature) => {
    const summaries = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .filter(({ tags }) => tags.includes(feature))
      .map(({ summary, 'x-summary-th': thai }) => ({ summary, thai }))
    for (const { summary, thai } of summaries) {
      expect(thai).toMatch(/^[ก-๛]/)
      expect(summary).toMatch(/^[A-Z][^.]*$/)
      expect(summary.split(' ').length).toBeOneOf([2, 3, 4, 5, 6, 7, 8])
    }
    expect(new Set(summaries.map(({ summary }) => summary)).size).toBe(summaries.length)
    expect(new Set(summaries.map(({ thai }) => thai)).size).toBe(summaries.length)
  })
})

describe('the document tells of', () => {
  test.each(all)('%s its permission, audit, limit, errors, parameters, body and answer', (name, endpoint) => {
    const { paths } = document
    const operation = paths[addressOf(endpoint)]![endpoint.method.toLowerCase()]!
    expect(operation['x-permission']).toEqual(endpoint.permission)
    expect(operation['x-errors']).toEqual(
      errorsOf(endpoint).map((error) => ({ error, error_code: errors[error].code, status: errors[error].status })),
    )
    expect(operation['x-audit']).toEqual(endpoint.audit)
    expect(operation['x-limit']).toBe(isOpen(endpoint.permission) ? undefined : limitOf(endpoint, {}))
    expect(operation.security.length).toBe(isOpen(endpoint.permission) ? 0 : 1)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => `{${parameter.name}}`).join()).toBe([...endpoint.path.matchAll(/\{\w+\}/g)].join())
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(operation.requestBody !== undefined).toBe(Boolean(endpoint.body || endpoint.upload || endpoint.raw))
    const done = endpoint.redirect ? '302' : endpoint.response || endpoint.download ? '200' : '204'
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([done, 'default']))
    expect(operation.description).not.toBe('')
    expect(name).toBe(operation.operationId)
  })
})

test('the document tells what a stale edit is answered with', () => {
  const { paths } = document
  const stale = paths['/api/label/{id}']!.put!.responses[409]
  expect(stale).toMatchObject({
    description: expect.stringContaining('stale_edit'),
    content: {
      'application/json': {
        schema: {
          properties: {
            details: { properties: { current: { required: expect.arrayContaining(['id', 'updated_at']) } } },
          },
        },
      },
    },
  })
  expect(paths['/api/label']!.post!.responses[409]).not.toHaveProperty('content')
})

test('a query parameter is optional where the contract has a default', () => {
  const { paths } = document
  const { parameters } = paths['/api/profile']!.get!
  expect(parameters.filter(({ required }) => required)).toEqual([])
  expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['offset', 'limit', 'keyword', 'sort_by']))
})

test('a server that has its database is ready', async () => {
  const { app } = await testServer()
  for (const url of ['/livez', '/readyz'])
    expect([url, (await app.inject(url)).json()]).toMatchObject([url, { status: 'ok' }])
})
