import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { CallLimit } from '@ruam/contract/platform/constants.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { useQuery } from '@tanstack/react-query'
import { networkError } from '../../data/request.ts'

/** Address of the document, relative to the server. */
export const DOCUMENT = '/open-api/v1/openapi.json'

/** A schema of JSON, as far as it is shown. */
export interface Schema {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

/** A call of programs in the document. */
export interface Operation {
  'x-scopes': Scope[]
  'x-limit': CallLimit
  'x-body-bytes'?: number
  'x-errors': { error: ErrorName; status: number }[]
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

/** The OpenAPI document of the calls of programs. */
interface ProgramDocument {
  paths: Record<string, Record<string, Operation>>
}

/** Reads the document that this server gives to programs: the reference is what the server does. */
export const useDocument = () =>
  useQuery({
    queryKey: ['open-api document'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await fetch(DOCUMENT, { signal })
      if (!answer.ok) throw networkError()
      return (await answer.json()) as ProgramDocument
    },
  })

/** Returns a call by its title, as in `GET /open-api/v1/fields`. */
export function operationOf(document: ProgramDocument | undefined, title: string): Operation | undefined {
  const [method, path] = title.split(' ') as [string, string]
  return document?.paths[path]?.[method.toLowerCase()]
}

/** True if a call takes the header of test runs. */
export const mayRunDry = (operation: Operation | undefined): boolean =>
  operation?.parameters.some(({ name }) => name === 'Ruam-Dry-Run') ?? false

/** Names of all errors that programs can get, by status. */
export function errorNamesOf(document: ProgramDocument | undefined): ErrorName[] {
  if (!document) return []
  const found = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap((call) => call['x-errors']))
  const statuses = new Map(found.map(({ error, status }) => [error, status]))
  statuses.set('internal', 500)
  return [...statuses.keys()].sort((a, b) => statuses.get(a)! - statuses.get(b)! || a.localeCompare(b))
}

/** Returns the type of a value in few words: `string`, `integer or null`, `"done" | "waiting"`. */
export function typeOf(schema: Schema): string {
  const { type, items, anyOf } = schema
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (type === 'array') return items ? `${typeOf(items)}[]` : 'array'
  return type === undefined ? 'any' : [type].flat().join(' | ')
}

/** Returns the schema of a JSON body. */
export const jsonOf = (part: { content?: Record<string, { schema: Schema }> } | undefined): Schema | undefined =>
  part?.content?.['application/json']?.schema

/** Writes a number of bytes in few words. */
export const bytes = (count: number): string => (count >= 2 ** 20 ? `${count / 2 ** 20} MB` : `${count / 2 ** 10} kB`)
