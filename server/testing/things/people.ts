import { hashPassword } from '../../app/auth/passwords.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { PASSWORD } from '../app/auth.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { fresh } from './fresh.ts'

/** A further session of the store's owner. */
export async function ownSession(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const begin = 'select auth.begin_session($1, $2, $3, 3600, 3600) as id'
  const { rows } = await admin.query<{ id: number }>(begin, [
    store.userId,
    tokenHash(newToken()),
    tokenHash(newToken()),
  ])
  return rows[0]!.id
}

/** A further store of the caller, who has deleted it. */
export async function deletedStore({ userId }: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with s as (insert into store (name, deleted_at) values ($2, now()) returning store_id),
       r as (insert into role (store_id, name, permissions) select store_id, 'owner', '{}' from s returning store_id, id),
       m as (insert into store_member (store_id, user_id, role_id) select store_id, $1, id from r)
     select store_id as id from s`,
    [userId, fresh('ร้านที่ลบ')],
  )
  return rows[0]!.id
}

/** A role that gives nothing, so that everybody may give it, and take it. */
export async function role(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    "insert into role (store_id, name, permissions) values ($1, $2, '{}') returning id, updated_at",
    [store.storeId, fresh('บทบาท')],
  )
  return rows[0]!
}

/** Another member of the store, whom any member with the right may manage. */
export const memberOfStore = async (store: TestStore): Promise<number> => (await store.member([])).userId

/** An invitation that waits for an answer, and the secret of its link. */
export async function openInvitation(store: TestStore, email = `${fresh('invited')}@example.com`) {
  const { admin } = await testServer()
  const token = newToken()
  const { rows } = await admin.query<{ id: number }>(
    `insert into invitation (store_id, email, role_id, token_hash, created_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + interval '7 days') returning id`,
    [store.storeId, email, (await role(store)).id, tokenHash(token), store.userId],
  )
  return { id: rows[0]!.id, token, email }
}

let hashed: Promise<string> | undefined

/** Lets the caller sign in with PASSWORD. */
export async function withPassword<S extends Pick<TestStore, 'userId'>>(store: S): Promise<S> {
  const { home } = await testServer()
  hashed ??= hashPassword(PASSWORD)
  await home.admin.query('update users set password_hash = $2 where id = $1', [store.userId, await hashed])
  return store
}

/** Changes the owner's password. */
export async function passwordChange(store: TestStore) {
  await withPassword(store)
  return { current: PASSWORD, next: 'purple tractor monday' }
}

/** A passkey of the caller, which nothing answers for, and a recovery code. */
export async function personWithPasskey(store: TestStore): Promise<number> {
  const { home } = await testServer()
  await withPassword(store)
  const { rows } = await home.admin.query<{ id: number }>(
    `with code as (insert into recovery_code (user_id, code_hash) values ($1, $2))
     insert into passkey (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, '', 0, '{}', $3) returning id`,
    [store.userId, tokenHash(newToken()), fresh('เครื่อง')],
  )
  return rows[0]!.id
}

/** A challenge to add a passkey, for the session of the caller's token. */
export async function enrolChallenge({ userId, token }: TestStore) {
  const { admin, home } = await testServer()
  const challenge = newToken()
  const { rows } = await admin.query<{ id: number }>(
    'select session_id as id from access_token where token_hash = $1',
    [tokenHash(token)],
  )
  const begun = [tokenHash(challenge), userId, rows[0]!.id]
  await home.admin.query("select auth.begin_challenge($1, 'enrol', $2, $3, 300)", begun)
  return { challenge, rp_id: 'localhost' }
}

/** Token of a link that gives a person another e-mail. */
export async function emailToken({ userId }: Pick<TestStore, 'userId'>) {
  const { admin } = await testServer()
  const token = newToken()
  const email = `${token.slice(0, 12).toLowerCase()}@new.example.com`
  await admin.query('select auth.offer_email(auth.request_email($1, $2, 3600), $3)', [userId, email, tokenHash(token)])
  return token
}

/** Token of a reset link mailed to the owner. */
export async function resetToken(store: TestStore) {
  const { admin } = await testServer()
  const token = newToken()
  await admin.query('select auth.offer_reset($1, $2, 3600)', [store.userId, tokenHash(token)])
  return token
}
