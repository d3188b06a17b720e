import { features } from '@ruam/contract/endpoints.ts'
import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import { wordsOfPart } from '@ruam/contract/open-api/part-words.ts'
import { addressOf, type Endpoint, type Feature, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { errorsOf, openApiOf } from '../../http/openapi.ts'

type Json = Record<string, unknown>
interface Parameter extends Json {
  name: string
}
interface Operation extends Json {
  parameters: Parameter[]
  responses: Record<string, Json>
}

/** Headers of calls that store what they are sent. */
const storingHeaders: Parameter[] = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Names the request. Sent again with the same key and content, it is answered with the first results.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  {
    name: 'Ruam-Dry-Run',
    in: 'header',
    description: '`true` answers what the request would do, with the values before and after, and stores nothing.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
]

const language: Parameter = {
  name: 'Accept-Language',
  in: 'header',
  description: 'Language of messages and display names: Thai, or English if it begins with `en`.',
  schema: { type: 'string' },
}

const errorSchema = {
  type: 'object',
  required: ['error_code', 'error', 'message', 'request_id', 'docs_url'],
  properties: {
    error_code: { type: 'integer', description: 'Number of the error. It never changes.' },
    error: { type: 'string', description: 'Name of the error. It never changes.' },
    message: { type: 'string', description: 'What to do, in the language of the caller.' },
    details: { type: 'object', additionalProperties: true },
    request_id: { type: 'string', description: 'Number of the request in the log of the server.' },
    docs_url: { type: 'string', description: 'Documentation of the error.' },
  },
}

/** An error as RFC 9457 has it, for callers whose `Accept` names it. */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'error_code', 'error', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Documentation of the error, as `docs_url`.' },
    title: { type: 'string', description: 'The error in English, the same every time.' },
    status: { type: 'integer', description: 'Status of the response.' },
    detail: { type: 'string', description: 'What to do, as `message`.' },
    error_code: errorSchema.properties.error_code,
    error: errorSchema.properties.error,
    details: errorSchema.properties.details,
    request_id: errorSchema.properties.request_id,
  },
}

/** Headers of errors, by status. */
const headersOfStatus: Record<string, Json> = {
  405: { Allow: { description: 'Methods of the address.', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
}

const isOfPrograms = ({ permission }: Endpoint) => permission === 'program'

/** Calls of programs alone, by feature. */
const programFeatures = (): Record<string, Feature> =>
  Object.fromEntries(
    Object.entries<Feature>(features)
      .map(([name, feature]) => [name, Object.entries(feature).filter(([, call]) => isOfPrograms(call))] as const)
      .filter(([, calls]) => calls.length > 0)
      .map(([name, calls]) => [name, Object.fromEntries(calls)]),
  )

/** The OpenAPI 3.1 document of the calls of programs, without the address of the server. */
export function programDocument(): Json {
  const programs = programFeatures()
  const { openapi, info, components, paths } = openApiOf(programs) as {
    openapi: string
    info: Json
    components: { schemas: Json; securitySchemes: Json }
    paths: Record<string, Record<string, Operation>>
  }
  for (const feature of Object.values(programs))
    for (const [name, call] of Object.entries(feature)) {
      const path = paths[addressOf(call)]!
      const method = call.method.toLowerCase()
      path[method] = describeCall(name, call, path[method]!)
    }
  return {
    openapi,
    info: {
      ...info,
      title: 'Ruam Open API',
      description: 'Calls of programs. The documentation is at `/docs/open-api/datasource-api/get-started`.',
    },
    tags: [
      { name: 'send', description: 'Sends customers and activities.' },
      { name: 'read', description: 'Reads customers and what the store knows of them.' },
    ],
    paths,
    components: {
      schemas: { ...components.schemas, Error: errorSchema, Problem: problemSchema },
      securitySchemes: { credential: components.securitySchemes.credential },
    },
  }
}

function describeCall(name: string, call: Endpoint, { parameters, responses, ...operation }: Operation): Operation {
  const words = callWords[titleOf(call)]!
  const anyOf = scopesOf(call)
  const described = parameters.map((parameter) => ({
    ...parameter,
    description: parameter.description ?? wordsOfPart(words, parameter.name)?.[1],
  }))
  return {
    ...operation,
    operationId: name,
    tags: [words.group],
    summary: words.title[1],
    description: `${words.about[1]}\n\nScope: ${anyOf.length === scopeNames.length ? 'any' : anyOf.join(' or ')}.`,
    parameters: [...described, ...(call.later ? storingHeaders : []), language],
    responses: {
      ...Object.fromEntries(Object.entries(responses).filter(([status]) => /^2|304/.test(status))),
      ...errorResponses([...errorsOf(call), 'internal']),
    },
  }
}

/** Responses of errors, by status: each error with what to do about it. */
function errorResponses(names: readonly ErrorName[]): Record<string, Json> {
  const byStatus = Map.groupBy(names, (name) => errors[name].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((name) => `\`${name}\` (${errors[name].code}): ${errors[name].en}`).join('\n\n'),
        ...(headersOfStatus[status] && { headers: headersOfStatus[status] }),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  )
}
