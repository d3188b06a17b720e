import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import type pg from 'pg'
import { newSecret } from '../server/open-api/keys/secret.ts'

/** Makes API keys of a store with all scopes: each has a budget of calls of its own. */
export async function makeKeys(admin: pg.Client, storeId: number, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let n = 0; n < count; n++) {
    const { rows } = await admin.query<{ id: number }>(
      "select nextval(pg_get_serial_sequence('credential', 'id'))::int as id",
    )
    const { shown, secret_hash, secret_end } = newSecret('key', rows[0]!.id)
    await admin.query(
      `insert into credential (store_id, id, kind, name, scopes, secret_hash, secret_end, expires_at)
       overriding system value values ($1, $2, 'key', $3, $4, $5, $6, now() + interval '1 year')`,
      [storeId, rows[0]!.id, `POS ${rows[0]!.id}`, scopeNames, secret_hash, secret_end],
    )
    // The list of a key that was made without one of its own.
    await admin.query(
      `insert into credential_field (store_id, credential_id, field_id, reads, writes)
       select store_id, $2, field_id, reads, case when writes then 'overwrite' end from profile_api_field where store_id = $1`,
      [storeId, rows[0]!.id],
    )
    keys.push(shown)
  }
  return keys
}

/** Makes a store like the first one, with its roles, members, agreement and fields for programs. Returns its id. */
export async function makeStore(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ store_id: number }>(
    `with made as (insert into store (name) values ('อีกร้าน') returning store_id),
       first as (select min(store_id) as id from store),
       roles as (insert into role (store_id, name, preset, permissions)
         select made.store_id, r.name, r.preset, r.permissions from made, first, role r where r.store_id = first.id
         returning store_id, id, name),
       members as (insert into store_member (store_id, user_id, role_id)
         select new.store_id, m.user_id, new.id from first
           join store_member m on m.store_id = first.id join role r on r.store_id = first.id and r.id = m.role_id
           join roles new on new.name = r.name),
       fields as (insert into profile_api_field (store_id, field_id, reads, writes)
         select made.store_id, f.field_id, f.reads, f.writes from made, first, profile_api_field f where f.store_id = first.id)
     insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by)
     select made.store_id, version, status, consentee, document_hash, decided_by
     from made, (select * from dpa_decision order by id limit 1) d returning store_id`,
  )
  return rows[0]!.store_id
}
