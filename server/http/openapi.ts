import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import {
  addressOf,
  bodyBytesOf,
  type Endpoint,
  type Feature,
  isOpen,
  limitOf,
  scopesOf,
  statedErrors,
} from '@ruam/contract/platform/endpoint.ts'
import { z } from 'zod'
import { isTagged, matchedRead } from './matched-reads.ts'
import { descriptionOf, summaryOf, tagDescriptions } from './openapi-words.ts'
import { programErrors } from './programs.ts'

type JsonSchema = Record<string, unknown>

/** A schema, and those that it refers to by name: a rule's group, which holds groups. */
interface Described {
  schema: JsonSchema
  named: JsonSchema
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Described {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  return { schema: inDocument(rest) as JsonSchema, named: inDocument($defs) as JsonSchema }
}

/** Moves referenced schemas into the components of the document. */
function inDocument(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inDocument)
  if (typeof node !== 'object' || node === null) return node
  // A schema's own name: the document knows it by its place.
  const entries = Object.entries(node).filter(([key, value]) => key !== 'id' || typeof value !== 'string')
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : inDocument(value),
    ]),
  )
}

/** The OpenAPI 3.1 document of the contract, each call with its permission and its named errors. */
export function openApiOf(features: Record<string, Feature>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: JsonSchema = {}
  const part: Part = (schema, io) => {
    const { schema: described, named } = jsonSchema(schema, io)
    Object.assign(schemas, named)
    return described
  }
  for (const [tag, feature] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(feature)) {
      paths[addressOf(endpoint)] ??= {}
      paths[addressOf(endpoint)]![endpoint.method.toLowerCase()] = operation(tag, name, endpoint, part)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ruam',
      version: '0.1.0',
      description: 'All calls of this server. Programs use those of `/open-api/v1/openapi.json`.',
      contact: { name: 'Administrator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(features).map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      schemas: { ...schemas, Error: errorWith({}) },
      responses: {
        Error: answer('Any other error', { $ref: '#/components/schemas/Error' }),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        credential: { type: 'http', scheme: 'bearer', bearerFormat: 'ruam_{id}_{secret} or ruamt_{id}_{secret}' },
      },
    },
  }
}

/** Describes a part of a call and collects the schemas it refers to. */
type Part = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema

/** Everything an endpoint may answer but a success and `internal`: what it declares and what any call of its kind can meet. */
export function errorsOf(endpoint: Endpoint): ErrorName[] {
  const { permission, beforeDpa, body, upload, download } = endpoint
  const open = isOpen(permission)
  const isProgram = permission === 'program'
  const ofStore = !open && !isProgram && permission !== 'person'
  return [
    ...new Set<ErrorName>([
      ...statedErrors(endpoint),
      'invalid_input',
      'database_away',
      ...(endpoint.method === 'GET' ? [] : (['disk_full'] as const)),
      ...(isProgram ? programErrors : []),
      ...(isProgram && endpoint.method !== 'GET' ? (['media_type'] as const) : []),
      ...(open || isProgram ? [] : (['signed_out', 'not_found', 'too_many_requests'] as const)),
      ...(ofStore ? (['forbidden', 'field_closed'] as const) : []),
      ...(ofStore || isProgram ? (['server_away'] as const) : []),
      ...((ofStore || isProgram) && endpoint.method !== 'GET' ? (['store_moving'] as const) : []),
      ...(ofStore && !beforeDpa ? (['dpa_required'] as const) : []),
      ...(body || endpoint.raw ? (['too_large', 'too_slow'] as const) : upload ? (['too_large'] as const) : []),
      ...(upload || download ? [] : (['timed_out'] as const)),
      ...(isTagged(endpoint) || matchedRead(endpoint) ? (['precondition_failed'] as const) : []),
      ...(endpoint.method === 'GET' || matchedRead(endpoint) ? [] : (['precondition_unsupported'] as const)),
    ]),
  ]
}

function operation(tag: string, name: string, endpoint: Endpoint, part: Part) {
  const open = isOpen(endpoint.permission)
  const named = errorsOf(endpoint)
  const [thai, english] = summaryOf(endpoint)
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary: english,
    'x-summary-th': thai,
    description: descriptionOf(endpoint),
    ...(endpoint.older && { deprecated: true }),
    'x-permission': endpoint.permission,
    ...(endpoint.scope && { 'x-scopes': scopesOf(endpoint) }),
    ...(endpoint.alsoRequires && { 'x-permission-besides': endpoint.alsoRequires }),
    ...(endpoint.audit !== undefined && { 'x-audit': endpoint.audit }),
    // Without a query: a filter may make a list a search.
    ...(!open && { 'x-limit': limitOf(endpoint, {}) }),
    ...(endpoint.body && { 'x-body-bytes': bodyBytesOf(endpoint) }),
    'x-errors': named.map((error) => ({ error, error_code: errors[error].code, status: errors[error].status })),
    security: open ? [] : [{ [endpoint.permission === 'program' ? 'credential' : 'bearer']: [] }],
    parameters: [
      ...parameters(part, endpoint.params, 'path'),
      ...parameters(part, endpoint.query, 'query'),
      ...(isTagged(endpoint) ? [ifNoneMatch] : []),
      ...(matchedRead(endpoint) ? [ifMatch] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: part(endpoint.body, 'input') } } },
    }),
    ...(endpoint.raw && {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: uploadSchema(endpoint.uploadField) } },
      },
    }),
    responses: {
      ...(endpoint.redirect
        ? { 302: { description: 'Leads on', headers: { location: { schema: { type: 'string' } } } } }
        : endpoint.page
          ? { 200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } } }
          : endpoint.response
            ? {
                200: { ...answer('Done', part(endpoint.response, 'output')), ...(isTagged(endpoint) && tagged) },
                ...(isTagged(endpoint) && { 304: { description: 'The same as the tag in If-None-Match', ...tagged } }),
                ...(endpoint.later && {
                  202: answer('Stored, and done later', part(endpoint.response, 'output')),
                }),
              }
            : endpoint.download
              ? {
                  200: {
                    description: 'The file',
                    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
                  },
                }
              : { 204: { description: 'Done' } }),
      ...Object.fromEntries(
        [...new Set(named.map((error) => errors[error].status))].map((status) => [
          status,
          {
            description: named.filter((error) => errors[error].status === status).join(', '),
            ...(endpoint.stale && status === errors.stale_edit.status && staleContent(part(endpoint.stale, 'output'))),
          },
        ]),
      ),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const tag = { type: 'string' }
const tagged = {
  headers: {
    ETag: { description: 'Names this response, as this caller gets it in this language.', schema: tag },
  },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: '`ETag` of an earlier response. If it is still the same, the response is 304 without a body.',
  schema: tag,
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    '`ETag` of the record as it was read. If the record has changed since, the response is 412 and nothing is saved.',
  schema: tag,
}

const answer = (description: string, schema: JsonSchema) => ({
  description,
  content: { 'application/json': { schema } },
})

const errorWith = (details: JsonSchema) => ({
  type: 'object',
  required: ['error_code', 'error', 'message'],
  properties: {
    error_code: { type: 'integer' },
    error: { type: 'string' },
    message: { type: 'string' },
    details: { type: 'object', ...details },
  },
})

/** The body of a refusal that carries the record as it is now, where it is that of a stale edit. */
const staleContent = (current: JsonSchema) => ({
  content: { 'application/json': { schema: errorWith({ properties: { current } }) } },
})

const uploadSchema = (field = 'file') => ({
  type: 'object',
  required: [field],
  properties: { [field]: { type: 'string', format: 'binary' } },
})

function parameters(part: Part, schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = part(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: type,
  }))
}
