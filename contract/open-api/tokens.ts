import { z } from 'zod'
import { byId, Description, Exists, Id, Moment, Name, NamedRow, pageOf, Text } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { credentialParts, credentialQuery, overlapHours } from './credentials.ts'

export const tokenStatuses = ['active', 'inactive', 'expired'] as const

/** An API token without its secret. */
const ApiToken = z.object({
  ...credentialParts,
  description: z.string(),
  status: z.enum(tokenStatuses),
  /** Open APIs that name it. */
  open_apis: z.array(NamedRow),
})
export type ApiToken = z.infer<typeof ApiToken>

const WithSecret = ApiToken.extend({ token: z.string() })
const open_api_ids = z.array(Id).max(100)

/** API tokens: credentials of vendors, each for the open APIs that name it. */
export const apiTokens = feature({
  list: {
    method: 'GET',
    path: '/api-token',
    summary: ['อ่านรายการ API token', 'List API tokens'],
    permission: 'datasource-open-api-token.read',
    query: credentialQuery(tokenStatuses),
    response: pageOf(ApiToken),
  },
  create: {
    method: 'POST',
    path: '/api-token',
    summary: ['สร้าง API token', 'Create an API token'],
    permission: 'datasource-open-api-token.create',
    audit: 'api_token_created',
    body: z.strictObject({
      name: Name,
      description: Description.default(''),
      open_api_ids: open_api_ids.default([]),
      /** One year when left out. */
      expired_at: Moment.optional(),
      /** A credential of the same kind whose references it goes on with. */
      succeeds: Id.optional(),
    }),
    response: WithSecret,
    errors: ['name_taken', 'beyond_rights'],
  },
  /** Makes a new secret. The former one stays valid for the hours of the overlap. */
  token: {
    method: 'POST',
    path: '/api-token/token',
    summary: ['ออกคีย์ใหม่ของ API token', 'Make a new secret for an API token'],
    permission: 'datasource-open-api-token.create',
    audit: 'api_token_rotated',
    body: z.strictObject({ id: Id, overlap_hours: overlapHours(0) }),
    response: WithSecret,
  },
  validate: {
    method: 'GET',
    path: '/api-token/validate/{field}/{value}',
    summary: ['ตรวจว่ามีชื่อ API token นี้แล้วหรือไม่', 'Check if an API token name is taken'],
    permission: 'datasource-open-api-token.read',
    params: z.strictObject({ field: z.literal('name'), value: Text(1000) }),
    response: Exists,
  },
  get: {
    method: 'GET',
    path: '/api-token/{id}',
    summary: ['อ่าน API token', 'Read an API token'],
    permission: 'datasource-open-api-token.read',
    params: byId,
    response: ApiToken,
  },
  update: {
    method: 'PATCH',
    path: '/api-token/{id}',
    summary: ['แก้ไข API token', 'Change an API token'],
    permission: 'datasource-open-api-token.edit',
    audit: 'api_token_changed',
    params: byId,
    body: z.strictObject({
      name: Name.optional(),
      description: Description.optional(),
      open_api_ids: open_api_ids.optional(),
      origin_time: Moment,
    }),
    response: ApiToken,
    stale: ApiToken,
    errors: ['name_taken', 'beyond_rights'],
  },
  setStatus: {
    method: 'PATCH',
    path: '/api-token/{id}/status',
    summary: ['เปิดหรือปิดใช้งาน API token', 'Turn an API token on or off'],
    permission: 'datasource-open-api-token.edit',
    audit: 'api_token_switched',
    params: byId,
    body: z.strictObject({ status: z.enum(['active', 'inactive']) }),
    response: ApiToken,
  },
  delete: {
    method: 'DELETE',
    path: '/api-token/{id}',
    summary: ['ลบ API token', 'Delete an API token'],
    permission: 'datasource-open-api-token.delete',
    audit: 'api_token_deleted',
    params: byId,
  },
})
