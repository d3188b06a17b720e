import { z } from 'zod'
import { byId, Exists, Moment, Name, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'
import { credentialParts, credentialQuery, overlapHours } from './credentials.ts'

export const keyStatuses = ['active', 'revoked', 'expired'] as const

/** Hours for which the former secret stays valid after a rotation, unless others are asked for. */
const OVERLAP_HOURS = 24

/** An API key without its secret. */
const ApiKey = z.object({
  ...credentialParts,
  scopes: z.array(z.enum(scopeNames)),
  status: z.enum(keyStatuses),
  /** Last use of the former secret during its overlap. */
  previous_used_at: Time.nullable(),
  revoked_at: Time.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A new secret. It is returned once and stored nowhere. */
const WithSecret = ApiKey.extend({ key: z.string() })

/** API keys: credentials of the store's own developers. */
export const apiKeys = feature({
  list: {
    method: 'GET',
    path: '/apikey',
    permission: 'cdp-core.api-key.read',
    query: credentialQuery(keyStatuses),
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
      expired_at: Moment.optional(),
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
    body: z.strictObject({ overlap_hours: overlapHours(OVERLAP_HOURS) }),
    response: WithSecret,
    errors: ['key_not_active', 'scope_beyond_rights'],
  },
})
