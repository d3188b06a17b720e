import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { type Member, testServer } from '../platform/core/store.testing.ts'
import { newSecret } from './keys/secret.ts'

type State = 'active' | 'revoked' | 'inactive' | 'expired'

/** Inserts a credential into the store of a member, by SQL, and returns it with its id. */
export async function newCredential(
  { userId }: Pick<Member, 'userId'>,
  {
    kind = 'key',
    scopes = scopeNames,
    state = 'active',
  }: { kind?: 'key' | 'token'; scopes?: readonly Scope[]; state?: State } = {},
): Promise<{ id: number; storeId: number; credential: string }> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; store_id: number }>(
    `select nextval(pg_get_serial_sequence('credential', 'id'))::int as id, store_id from store_member where user_id = $1`,
    [userId],
  )
  const { id, store_id: storeId } = rows[0]!
  const { shown, secret_hash, secret_end } = newSecret(kind, id)
  await admin.query(
    `insert into credential (store_id, id, kind, name, scopes, secret_hash, secret_end, status, expires_at, created_by)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::interval, $10)`,
    [
      ...[storeId, id, kind, `${kind} ${id}`, kind === 'key' ? scopes : [], secret_hash, secret_end],
      ...[state === 'expired' ? 'active' : state, state === 'expired' ? '-1 second' : '1 year', userId],
    ],
  )
  return { id, storeId, credential: shown }
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
export async function newOpenApi({ userId }: Pick<Member, 'userId'>): Promise<{ id: number; updated_at: string }> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into open_api (store_id, name, calls, field_ids)
     select store_id, 'open api ' || gen_random_uuid(), '{GET /open-api/v1/labels}', '{}' from store_member where user_id = $1
     returning id, updated_at`,
    [userId],
  )
  return rows[0]!
}
