import type { ApiKey } from '@ruam/contract/open-api/keys.ts'
import type { ApiToken } from '@ruam/contract/open-api/tokens.ts'
import { CREDENTIAL_DAYS } from '@ruam/contract/platform/constants.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { sql } from 'kysely'
import { isSandbox } from '../../access/stores/sandbox.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { programSource } from '../../imports/data-sources/program-sources.ts'
import { newSecret, type Secret } from './secret.ts'

type Kind = 'key' | 'token'

/** State of a credential now: an active one may have expired. */
export const statusNow = <S extends ApiKey['status'] | ApiToken['status']>() =>
  sql<S>`case when credential.status = 'active' and expires_at <= now() then 'expired' else credential.status end`

/** Credentials of a kind with their authors, and who made their present secrets. */
export const keyCredentialsOf = (db: Db, storeId: number, kind: Kind) =>
  db
    .selectFrom('credential')
    .leftJoin('users', 'users.id', 'credential.created_by')
    .leftJoin('users as rotator', 'rotator.id', 'credential.rotated_by')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)

/** Columns that calls show of every credential. */
export const sharedColumns = [
  'credential.id',
  'name',
  'secret_end',
  sql<ApiKey['created_by']>`case when users.id is not null
    then json_build_object('id', users.id, 'name', btrim(users.first_name || ' ' || users.last_name)) end`.as(
    'created_by',
  ),
  sql<ApiKey['rotated_by']>`case when rotator.id is not null
    then json_build_object('id', rotator.id, 'name', btrim(rotator.first_name || ' ' || rotator.last_name)) end`.as(
    'rotated_by',
  ),
  'credential.created_at',
  'credential.updated_at',
  'expires_at as expired_at',
  'last_used_at',
  'last_address',
  sql<string | null>`case when previous_until > now() then previous_until end`.as('previous_until'),
] as const

interface CredentialFilter {
  keyword?: string | undefined
  status?: ApiKey['status'] | ApiToken['status'] | undefined
}

/** Credentials of a kind that match a filter. */
export const filteredCredentials = (db: Db, storeId: number, kind: Kind, { keyword, status }: CredentialFilter) =>
  keyCredentialsOf(db, storeId, kind)
    .$if(Boolean(keyword), (rows) => rows.where('name', 'ilike', `%${escapeLike(keyword!)}%`))
    .$if(status !== undefined, (rows) => rows.where(statusNow(), '=', status!))

const sorts = {
  created_at: sql`credential.created_at`,
  name: sql`name collate "th-x-icu"`,
  expired_at: sql`expires_at`,
  last_used_at: sql`last_used_at`,
}

/** Orders a page of credentials so that ties cannot change it. */
export const orderedCredentials = (
  rows: ReturnType<typeof filteredCredentials>,
  { sort_by, sort_dir }: { sort_by: keyof typeof sorts; sort_dir: 'asc' | 'desc' },
) =>
  rows
    .orderBy(sorts[sort_by], (order) => (sort_dir === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('credential.id', sort_dir)

/** True if a credential of this kind that is not revoked has the name. */
export async function credentialNameExists(db: Db, storeId: number, kind: Kind, name: string): Promise<boolean> {
  const { rows } = await sql`select from credential
    where store_id = ${storeId} and kind = ${kind} and status <> 'revoked' and name_key(name) = name_key(${name})`.execute(
    db,
  )
  return rows.length > 0
}

/** Expiry of a credential without one of its own. */
const inOneYear = sql<string>`now() + make_interval(days => ${CREDENTIAL_DAYS})`

/** The id of the next credential, which is part of its secret. */
async function nextId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('credential', 'id'))::int as id`.execute(db)
  return rows[0]!.id
}

/** Returns the first credential of a line of successors. */
export async function lineageOf(db: Db, storeId: number, id: number): Promise<number> {
  const { rows } = await sql<{ lineage: number }>`
    select coalesce(lineage, id) as lineage from credential where store_id = ${storeId} and id = ${id}`.execute(db)
  return rows[0]?.lineage ?? id
}

/** Makes a new secret of a store's credential. */
export const secretOf = async (db: Db, storeId: number, kind: Kind, id: number): Promise<Secret> =>
  newSecret(kind, id, await isSandbox(db, storeId))

interface NewCredential {
  /** A credential whose references become its own. */
  succeeds?: number | undefined
  kind: Kind
  name: string
  description: string
  scopes: Scope[]
  expiredAt: string | undefined
  userId: number
}

/** Inserts a credential. Throws not_found for an unknown predecessor, and if the name is taken (the index credential_name). */
export async function insertCredential(db: Db, storeId: number, made: NewCredential): Promise<Secret & { id: number }> {
  const { kind, name, description, scopes, expiredAt, userId, succeeds = null } = made
  const id = await nextId(db)
  const secret = await secretOf(db, storeId, kind, id)
  const { numAffectedRows } =
    await sql`insert into credential (store_id, id, kind, name, description, scopes, secret_hash, secret_end, expires_at, created_by, lineage)
    overriding system value
    select ${storeId}, ${id}, ${kind}, ${name}, ${description}, ${scopes}, ${secret.secret_hash}, ${secret.secret_end},
      coalesce(${expiredAt ?? null}::timestamptz, ${inOneYear}), ${userId}, p.lineage
    from (select) one left join lateral (select coalesce(lineage, id) as lineage from credential
      where store_id = ${storeId} and kind = ${kind} and id = ${succeeds}::int) p on true
    where ${succeeds}::int is null or p.lineage is not null`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('not_found')
  await programSource(db, storeId, id)
  return { id, ...secret }
}

/** Gives an active credential a new secret and a year more; the former secret stays valid for the overlap. */
export async function rotateSecret(
  db: Db,
  storeId: number,
  id: number,
  secret: Secret & { userId: number },
  overlapHours: number,
): Promise<boolean> {
  const { rows } = await sql`update credential set
      previous_hash = secret_hash, previous_until = now() + make_interval(hours => ${overlapHours}), previous_used_at = null,
      secret_hash = ${secret.secret_hash}, secret_end = ${secret.secret_end},
      rotated_by = ${secret.userId}, expires_at = greatest(expires_at, ${inOneYear}), updated_at = ${risenUpdatedAt}
    where store_id = ${storeId} and id = ${id} and status <> 'revoked' returning id`.execute(db)
  return rows.length > 0
}

/** Ends credentials at once: keys for ever, tokens until somebody makes a new secret and switches them on. */
export async function endCredentials(
  db: Db,
  storeId: number,
  credentials: readonly { id: number; kind: Kind }[],
  userId: number,
): Promise<void> {
  for (const { id, kind } of credentials) {
    // No secret has this hash, so a token that is switched on again stays closed to who knew the former one.
    const { secret_hash, secret_end } = newSecret(kind, id)
    await sql`update credential set
        status = ${kind === 'key' ? 'revoked' : 'inactive'}, secret_hash = ${secret_hash}, secret_end = ${secret_end},
        previous_hash = null, previous_until = null, updated_at = ${risenUpdatedAt},
        revoked_at = ${kind === 'key' ? sql`now()` : null}, revoked_by = ${kind === 'key' ? userId : null}
      where store_id = ${storeId} and id = ${id} and status <> 'revoked'`.execute(db)
  }
}
