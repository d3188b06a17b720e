import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { tokenHash } from '../../core/tokens.ts'
import { newSecret } from '../../open-api/keys/secret.ts'
import { type Member, testServer } from '../store.testing.ts'

type State = 'active' | 'revoked' | 'inactive' | 'expired'

/** Store of a member's token: a person may have several stores. */
async function storeOf({ token }: Pick<Member, 'token'>): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from access_token where token_hash = $1', [
    tokenHash(token),
  ])
  return rows[0]!.store_id
}

/** Inserts a credential into the store of a member, by SQL, and returns it with its id. A key gets the list that it gets without one of its own. */
export async function newCredential(
  member: Pick<Member, 'userId' | 'token'>,
  {
    kind = 'key',
    scopes = scopeNames,
    state = 'active',
  }: { kind?: 'key' | 'token'; scopes?: readonly Scope[]; state?: State } = {},
): Promise<{ id: number; storeId: number; credential: string }> {
  const { admin } = await testServer()
  const storeId = await storeOf(member)
  const { rows } = await admin.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('credential', 'id'))::int as id from store where store_id = $1`,
    [storeId],
  )
  const { id } = rows[0]!
  const { shown, secret_hash, secret_end } = newSecret(kind, id)
  await admin.query(
    `insert into credential (store_id, id, kind, name, scopes, secret_hash, secret_end, status, expires_at, created_by)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::interval, $10)`,
    [
      ...[storeId, id, kind, `${kind} ${id}`, kind === 'key' ? scopes : [], secret_hash, secret_end],
      ...[state === 'expired' ? 'active' : state, state === 'expired' ? '-1 second' : '1 year', member.userId],
    ],
  )
  if (kind === 'token') return { id, storeId, credential: shown }
  await admin.query(
    `insert into credential_field (store_id, credential_id, field_id, reads, writes)
     select $1, $2, p.field_id, p.reads and $3, case when p.writes and $4 then 'overwrite' end from profile_api_field p
     where p.store_id = $1 and p.field_id not in (select id from profile_field where store_id = $1 and sensitive)
       and p.field_id <> all($5)`,
    [storeId, id, ...(['profile:read', 'profile:write'] as const).map((scope) => scopes.includes(scope)), sensitiveIds],
  )
  return { id, storeId, credential: shown }
}

const sensitiveIds = systemFields.flatMap((field) => ('sensitive' in field ? [field.id] : []))

/** Opens fields in the store's list and in that of a key: all that the store has now, also sensitive ones, or those named. */
export async function openFields(
  { storeId, id }: { storeId: number; id: number },
  fields?: readonly number[],
): Promise<void> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>('select id from profile_field where store_id = $1', [storeId])
  const ids = fields ?? [...systemFields, ...rows].map((field) => field.id)
  await admin.query(
    `insert into profile_api_field (store_id, field_id, reads, writes) select $1, id, true, true from unnest($2::int[]) id
     on conflict (store_id, field_id) do update set reads = true, writes = true`,
    [storeId, ids],
  )
  await admin.query(
    `insert into credential_field (store_id, credential_id, field_id, reads, writes)
     select $1, $3, id, true, 'overwrite' from unnest($2::int[]) id
     on conflict (store_id, credential_id, field_id) do update set reads = true, writes = 'overwrite'`,
    [storeId, ids, id],
  )
}

const keys = new Map<string, Promise<{ credential: string }>>()

/** The bearer of a member for a call: their own token, that of their store, or an API key with these scopes. */
export async function tokenFor(
  { permission }: Pick<Endpoint, 'permission'>,
  member: Pick<Member, 'userId' | 'token' | 'personToken'>,
  scopes: readonly Scope[] = scopeNames,
): Promise<string> {
  if (permission !== 'program') return permission === 'person' ? member.personToken : member.token
  const { admin } = await testServer()
  // People of several databases have the same numbers.
  const name = `${admin.options.connectionString} ${member.userId} ${scopes.join()}`
  const key = keys.get(name) ?? newCredential(member, { scopes })
  keys.set(name, key)
  return (await key).credential
}

/** Inserts an open API with one call and no field, by SQL. */
export async function newOpenApi(member: Pick<Member, 'token'>): Promise<{ id: number; updated_at: string }> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into open_api (store_id, name, calls, field_ids)
     values ($1, 'open api ' || gen_random_uuid(), '{GET /open-api/v1/labels}', '{}') returning id, updated_at`,
    [await storeOf(member)],
  )
  return rows[0]!
}
