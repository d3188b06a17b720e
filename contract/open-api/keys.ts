import { z } from 'zod'
import {
  byId,
  Direction,
  Exists,
  Id,
  Keyword,
  Name,
  Named,
  Page,
  pageOf,
  sortBy,
  Time,
  TimeText,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'

export const keyStatuses = ['active', 'revoked', 'expired'] as const

/** Hours for which the former secret stays valid after a rotation. */
const OVERLAP_HOURS = 24
const MAX_OVERLAP_HOURS = 30 * 24

/** An API key without its secret, of which only the last four characters are known. */
const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  status: z.enum(keyStatuses),
  /** Last four characters of the secret. */
  secret_end: z.string(),
  created_by: Named.nullable(),
  created_at: Time,
  updated_at: Time,
  expired_at: Time,
  /** Accurate to some seconds. */
  last_used_at: Time.nullable(),
  last_address: z.string().nullable(),
  /** End of the overlap after a rotation, and the last use of the former secret. */
  previous_until: Time.nullable(),
  previous_used_at: Time.nullable(),
  revoked_at: Time.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A new secret. It is returned once and stored nowhere. */
const WithSecret = ApiKey.extend({ key: z.string() })
const sorts = ['created_at', 'name', 'expired_at', 'last_used_at'] as const

/** API keys: credentials of the store's own developers. */
export const apiKeys = feature({
  list: {
    method: 'GET',
    path: '/apikey',
    permission: 'cdp-core.api-key.read',
    query: Page.extend({
      keyword: Keyword.optional(),
      status: z.enum(keyStatuses).optional(),
      sort_by: sortBy(sorts, 'created_at'),
      sort_dir: Direction.default('desc'),
    }),
    response: pageOf(ApiKey),
  },
  create: {
    method: 'POST',
    path: '/apikey',
    permission: 'cdp-core.api-key.create',
    audit: 'api_key_created',
    body: z.strictObject({
      name: Name,
      scopes: z.array(z.enum(scopeNames)).min(1).max(scopeNames.length),
      /** One year when left out. */
      expired_at: TimeText.optional(),
    }),
    response: WithSecret,
    errors: ['name_taken', 'scope_beyond_rights'],
  },
  nameAvailable: {
    method: 'GET',
    path: '/apikey/name/available',
    permission: 'cdp-core.api-key.read',
    query: z.strictObject({ keyword: Name }),
    response: Exists,
  },
  get: { method: 'GET', path: '/apikey/{id}', permission: 'cdp-core.api-key.read', params: byId, response: ApiKey },
  revoke: {
    method: 'PUT',
    path: '/apikey/{id}/revoke',
    permission: 'cdp-core.api-key.revoke',
    audit: 'api_key_revoked',
    params: byId,
    response: ApiKey,
    errors: ['key_not_active'],
  },
  /** Makes a new secret. The former one stays valid for the hours of the overlap. */
  rotate: {
    method: 'POST',
    path: '/apikey/{id}/rotate',
    permission: 'cdp-core.api-key.create',
    audit: 'api_key_rotated',
    params: byId,
    body: z.strictObject({ overlap_hours: z.int().min(0).max(MAX_OVERLAP_HOURS).default(OVERLAP_HOURS) }),
    response: WithSecret,
    errors: ['key_not_active', 'scope_beyond_rights'],
  },
})
