import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import { type Schema, strictSchemas } from './strict-schemas.ts'

// LINE's own description of its API (github.com/line/line-openapi). Its files are not part of this repository: the setting
// LINE_OPENAPI names their folder, and without it the simulator checks by its own schemas alone.

interface Parameter {
  name: string
  in: string
  required?: boolean
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const FILES = ['messaging-api', 'insight', 'channel-access-token', 'module']

interface Call {
  method: string
  /** Path with its query. */
  url: string
  body: unknown
}

export interface Openapi {
  /** Returns how a request to LINE breaks LINE's description, or nothing. */
  request(call: Call): string[]
  /** Returns how the body of a webhook breaks LINE's description, or nothing. */
  webhook(body: unknown): string[]
}

/** Reads LINE's description, or returns null if the setting LINE_OPENAPI is missing. */
export function readOpenapi(folder = process.env.LINE_OPENAPI): Openapi | null {
  if (!folder) return null
  const read = (name: string) => parse(readFileSync(join(folder, `${name}.yml`), 'utf8')) as Document
  const operations = FILES.flatMap((name) => operationsOf(read(name)))
  const callback = validator(read('webhook').components.schemas, { $ref: '#/components/schemas/CallbackRequest' })
  return {
    webhook: (body) => faultsOf(callback(), body),
    request({ method, url, body }) {
      const { pathname, searchParams } = new URL(url, 'http://line')
      const found = operations.filter((one) => one.method === method.toLowerCase() && one.path.test(pathname))
      const operation = found.sort((a, b) => a.variables - b.variables)[0]
      if (!operation) return [`${method} ${pathname} is no call of LINE`]
      return [
        ...[...searchParams.keys()]
          .filter((name) => !operation.query.some((one) => one.name === name))
          .map((name) => `${name} is no parameter`),
        ...operation.query
          .filter(({ name, required }) => required && !searchParams.has(name))
          .map(({ name }) => `${name} is missing`),
        ...(operation.body ? faultsOf(operation.body(), body) : []),
      ]
    },
  }
}

function operationsOf({ paths, components }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, { parameters = [], requestBody }]) => {
        const schema = requestBody && Object.values(requestBody.content)[0]?.schema
        return {
          method,
          path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
          variables: path.split('{').length,
          query: parameters.filter((one) => one.in === 'query'),
          body: schema && validator(components.schemas, schema),
        }
      }),
  )
}

/** Compiles with the first use: LINE has some hundred calls. */
function validator(schemas: Record<string, Schema>, schema: Schema): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () => {
    compiled ??= new Ajv({
      strict: true,
      strictRequired: false,
      allowUnionTypes: true,
      discriminator: true,
      allErrors: true,
    }).compile({
      ...strictSchemas({ whole: schema }).whole,
      $defs: strictSchemas(schemas),
    })
    return compiled
  }
}

function faultsOf(validate: ValidateFunction, body: unknown): string[] {
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const key = (params as { additionalProperty?: string }).additionalProperty
    return `${instancePath} ${message ?? ''}${key ? ` ${key}` : ''}`.trim()
  })
}
