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
    keys.push(shown)
  }
  return keys
}

/** Makes a store that has accepted the agreement, as the first one has. Returns its id. */
export async function makeStore(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ store_id: number }>(
    `with made as (insert into store (name) values ('อีกร้าน') returning store_id)
     insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by)
     select made.store_id, version, status, consentee, document_hash, decided_by
     from made, (select * from dpa_decision order by id limit 1) d returning store_id`,
  )
  return rows[0]!.store_id
}
