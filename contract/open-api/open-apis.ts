import { z } from 'zod'
import { byId, Description, Id, Keyword, Name, NamedRow, Page, pageOf, Time, TimeText } from '../platform/common.ts'
import { feature, methods } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'
import { ListedField, ListedFields } from './credentials.ts'
import { tokenStatuses } from './tokens.ts'

const openApiStatuses = ['active', 'inactive', 'error'] as const

/** A call by method and address, as in `GET /open-api/v1/profiles`. */
const CallTitle = z
  .string()
  .max(200)
  .regex(/^(GET|POST|PUT|PATCH|DELETE) \/open-api\/v1\/[\w/{}-]+$/)

/** A group of calls for chosen tokens, and the profile fields that they read and write. */
const OpenApi = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  calls: z.array(z.string()),
  fields: z.array(ListedField),
  tokens: z.array(NamedRow),
  status: z.enum(openApiStatuses),
  created_at: Time,
  updated_at: Time,
})
export type OpenApi = z.infer<typeof OpenApi>

const parts = {
  name: Name,
  description: Description.default(''),
  calls: z.array(CallTitle).min(1).max(100),
  /** Fields that its calls read and write, as far as the store's list opens them. */
  fields: ListedFields.default([]),
  token_ids: z.array(Id).max(100).default([]),
}
const read = 'datasource-open-api.read'
/** 100 calls and 2,000 fields. */
const bodyBytes = 256 * 1024

/** Open APIs: what tokens may read and write. */
export const openApis = feature({
  list: {
    method: 'GET',
    path: '/open-api',
    summary: ['อ่านรายการ Open API', 'List open APIs'],
    permission: read,
    query: Page.extend({ keyword: Keyword.optional(), status: z.enum(openApiStatuses).optional() }),
    response: pageOf(OpenApi),
  },
  create: {
    method: 'POST',
    path: '/open-api',
    summary: ['สร้าง Open API', 'Create an open API'],
    permission: 'datasource-open-api.create',
    audit: 'open_api_created',
    bodyBytes,
    body: z.strictObject(parts),
    response: OpenApi,
    errors: ['name_taken', 'beyond_rights', 'call_unknown'],
  },
  tokens: {
    method: 'GET',
    path: '/open-api/token',
    summary: ['อ่าน API token ที่เลือกได้', 'List API tokens to choose from'],
    permission: read,
    response: z.object({ data: z.array(NamedRow.extend({ status: z.enum(tokenStatuses) })) }),
  },
  urls: {
    method: 'GET',
    path: '/open-api/url',
    summary: ['อ่านคำสั่งที่เลือกได้', 'List calls to choose from'],
    permission: read,
    response: z.object({ data: z.array(z.object({ call: z.string(), method: z.enum(methods), url: z.string() })) }),
  },
  get: {
    method: 'GET',
    path: '/open-api/{id}',
    summary: ['อ่าน Open API', 'Read an open API'],
    permission: read,
    params: byId,
    response: OpenApi,
  },
  update: {
    method: 'PUT',
    path: '/open-api/{id}',
    summary: ['แก้ไข Open API', 'Change an open API'],
    permission: 'datasource-open-api.edit',
    audit: 'open_api_changed',
    params: byId,
    bodyBytes,
    body: z.strictObject({ ...parts, origin_time: TimeText }),
    response: OpenApi,
    stale: OpenApi,
    errors: ['name_taken', 'beyond_rights', 'call_unknown'],
  },
  delete: {
    method: 'DELETE',
    path: '/open-api/{id}',
    summary: ['ลบ Open API', 'Delete an open API'],
    permission: 'datasource-open-api.delete',
    audit: 'open_api_deleted',
    params: byId,
  },
  setStatus: {
    method: 'PATCH',
    path: '/open-api/{id}/status',
    summary: ['เปิดหรือปิดใช้งาน Open API', 'Turn an open API on or off'],
    permission: 'datasource-open-api.edit',
    audit: 'open_api_switched',
    params: byId,
    body: z.strictObject({ status: z.enum(['active', 'inactive']) }),
    response: OpenApi,
  },
  /** Calls that an open API may name, in groups, with the scope that a key would need. */
  groups: {
    method: 'GET',
    path: '/open-api-groups',
    summary: ['อ่านกลุ่มของคำสั่ง', 'List groups of calls'],
    permission: read,
    response: z.object({
      data: z.array(
        z.object({
          group: z.string(),
          calls: z.array(z.object({ call: z.string(), scopes: z.array(z.enum(scopeNames)) })),
        }),
      ),
    }),
  },
})
