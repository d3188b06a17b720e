import { z } from 'zod'
import { byId, Exists, Id, Moment, Name, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'
import { credentialParts, credentialQuery, ListedField, ListedFields, overlapHours } from './credentials.ts'

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

/** An API key with its list of profile fields, and when it last used each. The store's list closes more. */
const ApiKeyAccess = ApiKey.extend({
  fields: z.array(ListedField.extend({ last_read_at: Time.nullable(), last_written_at: Time.nullable() })),
})

const Scopes = z.array(z.enum(scopeNames)).min(1).max(scopeNames.length)

/** A new secret. It is returned once and stored nowhere. */
const WithSecret = ApiKeyAccess.extend({ key: z.string() })

/** 2,000 fields. */
const bodyBytes = 256 * 1024

/** API keys: credentials of the store's own developers. */
export const apiKeys = feature({
  list: {
    method: 'GET',
    path: '/apikey',
    summary: ['อ่านรายการ API key', 'List API keys'],
    permission: 'cdp-core.api-key.read',
    query: credentialQuery(keyStatuses),
    response: pageOf(ApiKey),
  },
  create: {
    method: 'POST',
    path: '/apikey',
    summary: ['สร้าง API key', 'Create an API key'],
    permission: 'cdp-core.api-key.create',
    audit: 'api_key_created',
    bodyBytes,
    body: z.strictObject({
      name: Name,
      scopes: Scopes,
      /** When left out: what the store's list opens now and is not sensitive, as far as the scopes read and write profiles. */
      fields: ListedFields.optional(),
      /** One year when left out. */
      expired_at: Moment.optional(),
      /** A credential of the same kind whose references it goes on with. */
      succeeds: Id.optional(),
    }),
    response: WithSecret,
    errors: ['name_taken', 'scope_beyond_rights'],
  },
  nameAvailable: {
    method: 'GET',
    path: '/apikey/name/available',
    summary: ['ตรวจว่าใช้ชื่อ API key นี้ได้หรือไม่', 'Check if an API key name is free'],
    permission: 'cdp-core.api-key.read',
    query: z.strictObject({ keyword: Name }),
    response: Exists,
  },
  get: {
    method: 'GET',
    path: '/apikey/{id}',
    summary: ['อ่าน API key', 'Read an API key'],
    permission: 'cdp-core.api-key.read',
    params: byId,
    response: ApiKeyAccess,
  },
  revoke: {
    method: 'PUT',
    path: '/apikey/{id}/revoke',
    summary: ['เพิกถอน API key', 'Revoke an API key'],
    permission: 'cdp-core.api-key.revoke',
    audit: 'api_key_revoked',
    params: byId,
    response: ApiKey,
    errors: ['key_not_active'],
  },
  /** Replaces the scopes and the list of fields. Applies from the next request on. */
  setAccess: {
    method: 'PUT',
    path: '/apikey/{id}/access',
    summary: ['แก้ไขสิทธิ์ของ API key', 'Change the scopes of an API key'],
    permission: 'cdp-core.api-key.create',
    audit: 'api_key_access_changed',
    params: byId,
    bodyBytes,
    body: z.strictObject({ scopes: Scopes, fields: ListedFields, origin_time: Moment }),
    response: ApiKeyAccess,
    stale: ApiKeyAccess,
    errors: ['key_not_active', 'scope_beyond_rights'],
  },
  /** Makes a new secret. The former one stays valid for the hours of the overlap. */
  rotate: {
    method: 'POST',
    path: '/apikey/{id}/rotate',
    summary: ['ออกคีย์ใหม่ของ API key', 'Make a new secret for an API key'],
    permission: 'cdp-core.api-key.create',
    audit: 'api_key_rotated',
    params: byId,
    body: z.strictObject({ overlap_hours: overlapHours(OVERLAP_HOURS) }),
    response: WithSecret,
    errors: ['key_not_active', 'scope_beyond_rights'],
  },
})
