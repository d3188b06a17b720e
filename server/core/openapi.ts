import { bodyBytesOf, type Endpoint, type Feature, limitOf, statedErrors } from '@ruam/contract/endpoint.ts'
import { type ErrorName, errors } from '@ruam/contract/errors.ts'
import { z } from 'zod'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as Record<string, unknown>
}

/** The OpenAPI 3.1 document of the contract, each call with its permission and its named errors. */
export function openApiOf(features: Record<string, Feature>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, feature] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(feature)) {
      paths[`/api${endpoint.path}`] ??= {}
      paths[`/api${endpoint.path}`]![endpoint.method.toLowerCase()] = operation(tag, name, endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ruam', version: '0.1.0', license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

/** Everything an endpoint may answer but a success and `internal`: what it declares and what any call of its kind can meet. */
export function errorsOf(endpoint: Endpoint): ErrorName[] {
  const { permission, beforeDpa, body, upload, download } = endpoint
  const open = permission === 'public'
  const ofStore = !open && permission !== 'person'
  return [
    ...new Set<ErrorName>([
      ...statedErrors(endpoint),
      'invalid_input',
      ...(open ? [] : (['signed_out', 'not_found', 'too_many_requests'] as const)),
      ...(ofStore ? (['forbidden'] as const) : []),
      ...(ofStore && !beforeDpa ? (['dpa_required'] as const) : []),
      ...(body ? (['too_large', 'too_slow'] as const) : upload ? (['too_large'] as const) : []),
      ...(upload || download ? [] : (['timed_out'] as const)),
    ]),
  ]
}

function operation(tag: string, name: string, endpoint: Endpoint) {
  const open = endpoint.permission === 'public'
  const named = errorsOf(endpoint)
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    'x-permission': endpoint.permission,
    ...(endpoint.audit !== undefined && { 'x-audit': endpoint.audit }),
    // Without a query: a filter may make a list a search.
    ...(!open && { 'x-limit': limitOf(endpoint, {}) }),
    ...(endpoint.body && { 'x-body-bytes': bodyBytesOf(endpoint) }),
    'x-errors': named.map((error) => ({ error, error_code: errors[error].code, status: errors[error].status })),
    security: open ? [] : [{ bearer: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    ...(endpoint.upload && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: uploadSchema } } },
    }),
    responses: {
      ...(endpoint.response
        ? {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } },
            },
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
            ...(endpoint.stale && status === errors.stale_edit.status && staleContent(endpoint.stale)),
          },
        ]),
      ),
    },
  }
}

/** The body of a refusal that carries the record as it is now, where it is that of a stale edit. */
const staleContent = (stale: z.ZodType) => ({
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error_code', 'error', 'message'],
        properties: {
          error_code: { type: 'integer' },
          error: { type: 'string' },
          message: { type: 'string' },
          details: { type: 'object', properties: { current: jsonSchema(stale, 'output') } },
        },
      },
    },
  },
})

const uploadSchema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
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
