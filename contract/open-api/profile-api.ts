import { z } from 'zod'
import { Id, NamedRow, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { ListedField, MAX_LISTED_FIELDS } from './credentials.ts'
import { keyStatuses } from './keys.ts'
import { ReadProfile } from './reading.ts'

/** Connections that a SQL login may have at once. */
export const SQL_CONNECTIONS = 5
/** Seconds after which a statement of a SQL login, or a transaction, is ended. */
export const SQL_SECONDS = 30

/** none: not wanted; preparing: its role and views are being made; failed: the database does not let Ruam make it. */
const sqlLoginStatuses = ['none', 'preparing', 'ready', 'failed'] as const

/** Why a login cannot be made: the database gives everybody more rights than a login may have, or Ruam's owner too few. */
export const sqlLoginFailures = ['unsafe', 'failed'] as const

const Login = z.object({
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
  /** True if the database listens only on the machine of Ruam. */
  local_only: z.boolean(),
  created_by: NamedRow.nullable(),
  created_at: Time,
  password_at: Time,
})

/** A view of the login, with its columns in order. */
const View = z.object({ name: z.string(), columns: z.array(z.string()) })

/** A profile field in the store's list, which closes it to all keys, tokens and SQL logins that are not opened here. */
const Field = z.object({
  id: Id,
  name: z.string(),
  display_name: z.string(),
  sensitive: z.boolean(),
  /** Computed fields are never written. */
  computed: z.boolean(),
  read: z.boolean(),
  write: z.boolean(),
})

const ProfileApi = z.object({
  fields: z.array(Field),
  sql: z.object({
    /** False if the server's setting RUAM_SQL_ACCESS is off. */
    enabled: z.boolean(),
    status: z.enum(sqlLoginStatuses),
    failure: z.enum(sqlLoginFailures).nullable(),
    login: Login.nullable(),
    views: z.array(View),
  }),
})

/** Fields against all that reads them: the SQL login, exported files, keys and tokens. */
const Readers = z.object({
  fields: z.array(
    Field.pick({ id: true, name: true, display_name: true, sensitive: true }).extend({
      /** True if the views of a SQL login show its values. */
      sql: z.boolean(),
      /** The newest exported file of customers that held the field. */
      last_exported_at: Time.nullable(),
    }),
  ),
  /** Effective list of each program, without fields that were always closed to it. */
  programs: z.array(
    z.object({
      id: Id,
      kind: z.enum(['key', 'token']),
      name: z.string(),
      status: z.enum([...keyStatuses, 'inactive']),
      fields: z.array(ListedField.extend({ last_read_at: Time.nullable(), last_written_at: Time.nullable() })),
    }),
  ),
  sql: z.object({
    /** True if the store has a SQL login. */
    login: z.boolean(),
    last_session_at: Time.nullable(),
  }),
})

const permission = 'cdp-core.profile-api.read'

/** The profile API of a store: the fields that programs read and write, and the read-only SQL login. Only an owner changes it. */
export const profileApi = feature({
  get: {
    method: 'GET',
    path: '/profile-api/get-user-pg',
    summary: ['อ่านฟิลด์ที่เปิดให้โปรแกรม', 'Read the fields open to programs'],
    permission,
    response: ProfileApi.extend({
      /** A customer as an API key with the scope profile:read reads it; null without customers, or the right to see them. */
      example: ReadProfile.nullable(),
    }),
  },
  /**
   * Replaces the store's list. A field that is not listed is closed to all programs. One that is open is read by the SQL login, and
   * read and written by the keys and tokens whose own lists open it. Keys need the scope profile-sensitive:read for sensitive values.
   */
  setFields: {
    method: 'POST',
    path: '/profile-api/create-data-setting',
    summary: ['กำหนดฟิลด์ที่เปิดให้โปรแกรม', 'Set the fields open to programs'],
    permission,
    audit: 'profile_api_fields_changed',
    // 2,000 fields.
    bodyBytes: 256 * 1024,
    body: z.strictObject({
      fields: z
        .array(z.strictObject({ field_id: Id, read: z.boolean(), write: z.boolean() }))
        .max(MAX_LISTED_FIELDS)
        .refine((fields) => new Set(fields.map(({ field_id }) => field_id)).size === fields.length),
    }),
    response: ProfileApi,
  },
  /** Readers of each field, with the last time. */
  readers: {
    method: 'GET',
    path: '/profile-api/readers',
    summary: ['อ่านว่าโปรแกรมใดอ่านฟิลด์ใด', 'Read which programs read each field'],
    permission,
    response: Readers,
  },
  /** Makes the SQL login, or with `rotate` a new password for it. The password is returned once and stored nowhere. */
  createLogin: {
    method: 'POST',
    path: '/profile-api/create-user-pg',
    summary: ['สร้างบัญชี SQL', 'Create the SQL account'],
    permission,
    audit: 'sql_login_created',
    body: z.strictObject({ rotate: z.boolean().default(false) }),
    response: ProfileApi.extend({ password: z.string() }),
    errors: ['sql_access_off', 'sql_login_exists', 'sql_login_missing'],
  },
  /** Removes the SQL login and its views within seconds. */
  removeLogin: {
    method: 'DELETE',
    path: '/profile-api/user-pg',
    summary: ['นำบัญชี SQL ออก', 'Remove the SQL account'],
    permission,
    audit: 'sql_login_removed',
    errors: ['sql_login_missing'],
  },
})
