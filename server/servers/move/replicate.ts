import { createHmac } from 'node:crypto'
import pg from 'pg'
import { failedWith } from '../../core/sqlstate.ts'
import { readRoles } from '../../database/role-names.ts'
import { asOwner } from '../database-servers.ts'
import type { StoreTable } from './tables.ts'

/** A server with the connection that may replicate: of the superuser of the embedded server, or of the owner. */
interface MoveServer {
  id: number
  ownerUrl: string
  powerUrl: string
}

/** Name of the publication, the slot and the subscription of a store. */
const nameOf = (storeId: number) => `ruam_move_${storeId}`

/**
 * Makes the target copy and follow the rows of a store. Resumes what a killed call left, or starts over if part of it is gone.
 * Returns false if it ran already.
 */
export async function startReplication(
  source: MoveServer,
  target: MoveServer,
  storeId: number,
  tables: readonly StoreTable[],
  secretKey: string,
  empty: () => Promise<void>,
): Promise<boolean> {
  const name = nameOf(storeId)
  const subscribed = await asOwner(target.powerUrl, (client) => subscriptionOf(client, name))
  const slot = await asOwner(source.powerUrl, (client) => slotOf(client, name))
  if (subscribed && slot === 'usable') return false
  await stopReplication(source, target, storeId)
  await empty()
  const conninfo = await asOwner(source.powerUrl, async (client) => {
    const url = await readerUrl(client, source, secretKey)
    const filtered = tables.map((table) => `public.${pg.escapeIdentifier(table.name)} where (store_id = ${storeId})`)
    await client.query(
      `create publication ${name} for table ${filtered.join(', ')}, public.store_move_mark where (store = ${storeId})
       with (publish = 'insert, update, delete')`,
    )
    // Made here and not by the subscription: between two databases of one server that would wait for itself.
    await client.query("select pg_create_logical_replication_slot($1, 'pgoutput')", [name])
    return url
  })
  await asOwner(target.powerUrl, async (client) => {
    const { rows } = await client.query<{ asks: boolean }>(
      "select current_setting('server_version_num')::int >= 160000 as asks",
    )
    // The owner of the tables is behind the wall itself: rows are written as the subscription's owner.
    const asOwnerOfAll = rows[0]!.asks ? ', run_as_owner = true' : ''
    await client.query(
      `create subscription ${name} connection ${pg.escapeLiteral(conninfo)} publication ${name}
       with (create_slot = false, slot_name = '${name}', copy_data = true${asOwnerOfAll})`,
    )
  })
  return true
}

/** Gives the source a role that reads the store's rows and changes, with a password derived from the secret key, where its owner may. */
async function readerUrl(client: pg.Client, source: MoveServer, secretKey: string): Promise<string> {
  const { move, backup } = await readRoles(client)
  const { rows } = await client.query<{ superuser: boolean; there: boolean }>(
    `select rolsuper as superuser, exists (select from pg_roles where rolname = '${move}') as there
     from pg_roles where rolname = current_user`,
  )
  if (!rows[0]!.superuser) return source.powerUrl
  const url = new URL(source.ownerUrl)
  url.username = move
  url.password = createHmac('sha256', secretKey).update(move).digest('hex')
  // As a member of the backup's role it reads every row and writes none.
  if (!rows[0]!.there) await client.query(`create role ${move} login replication in role ${backup}`).catch(unlessThere)
  await client.query(`alter role ${move} login replication password '${url.password}'`)
  return url.href
}

function unlessThere(error: unknown) {
  if (!failedWith(error, 'duplicateObject', 'uniqueViolation')) throw error
}

async function subscriptionOf(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_subscription s join pg_database d on d.oid = s.subdbid and d.datname = current_database() where subname = $1',
    [name],
  )
  return rowCount === 1
}

/** `lost`: the server has removed changes that the slot needs. */
async function slotOf(client: pg.Client, name: string): Promise<'none' | 'usable' | 'lost'> {
  const { rows } = await client.query<{ lost: boolean }>(
    "select coalesce(wal_status = 'lost', false) as lost from pg_replication_slots where slot_name = $1",
    [name],
  )
  if (!rows[0]) return 'none'
  return rows[0].lost ? 'lost' : 'usable'
}

interface Followed {
  tables: number
  /** Tables whose rows are copied. */
  copied: number
  /** Errors since the subscription began; the target's log has their reasons. */
  errors: number
}

/** How far the target is. */
export async function readProgress(target: MoveServer, storeId: number): Promise<Followed> {
  const { rows } = await asOwner(target.powerUrl, (client) =>
    client.query<Followed>(
      `select count(*)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as copied,
         (select coalesce(sum(apply_error_count + sync_error_count), 0)::int from pg_stat_subscription_stats t where t.subid = s.oid) as errors
       from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1 group by s.oid`,
      [nameOf(storeId)],
    ),
  )
  return rows[0] ?? { tables: 0, copied: 0, errors: 0 }
}

/** Removes subscription, slots and publication; repeatable after a kill at any point. */
export async function stopReplication(source: MoveServer, target: MoveServer, storeId: number): Promise<void> {
  const name = nameOf(storeId)
  const id = await asOwner(target.powerUrl, async (client) => {
    if (!(await subscriptionOf(client, name))) return undefined
    const { rows } = await client.query<{ id: string }>(
      'select oid::text as id from pg_subscription where subname = $1',
      [name],
    )
    await client.query(`alter subscription ${name} disable`)
    return rows[0]!.id
  })
  await asOwner(source.powerUrl, (client) => dropSlots(client, name, id))
  if (id) {
    await asOwner(target.powerUrl, async (client) => {
      await client.query(`alter subscription ${name} set (slot_name = none)`)
      await client.query(`drop subscription ${name}`)
    })
  }
  await asOwner(source.powerUrl, async (client) => {
    await client.query(`drop publication if exists ${name}`)
    const { move } = await readRoles(client)
    const { rows } = await client.query<{ unused: boolean }>(
      `select rolsuper and exists (select from pg_roles where rolname = '${move}')
         and not exists (select from pg_replication_slots where slot_name like 'ruam\\_move\\_%') as unused
       from pg_roles where rolname = current_user`,
    )
    if (rows[0]!.unused) await client.query(`drop role ${move}`)
  })
}

/** Drops the store's slot, and those of tables that are being copied, which have the subscription's number. */
async function dropSlots(client: pg.Client, name: string, subscription: string | undefined): Promise<void> {
  const { rows } = await client.query<{ slot: string; pid: number | null }>(
    'select slot_name as slot, active_pid as pid from pg_replication_slots where slot_name = $1 or slot_name like $2',
    [name, subscription ? `pg\\_${subscription}\\_sync\\_%` : name],
  )
  for (const { slot, pid } of rows) {
    if (pid) await client.query('select pg_terminate_backend($1, 5000)', [pid])
    await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
      slot,
    ])
  }
}

/** Writes a mark at the source. Once it is at the target, all earlier changes are. */
export async function writeMark(source: MoveServer, storeId: number, mark: string): Promise<void> {
  await asOwner(source.ownerUrl, (client) =>
    // Not before it is on the disk do the changes leave for the target.
    client.query(
      `set synchronous_commit = on; insert into store_move_mark (store, mark) values (${storeId}, '${mark}')
       on conflict (store) do update set mark = excluded.mark`,
    ),
  )
}

/** Waits until the mark is at the target; false if that takes longer than `patienceMs`. */
export async function waitForMark(
  target: MoveServer,
  storeId: number,
  mark: string,
  patienceMs: number,
): Promise<boolean> {
  const until = performance.now() + patienceMs
  return asOwner(target.ownerUrl, async (client) => {
    for (;;) {
      const { rowCount } = await client.query('select from store_move_mark where store = $1 and mark = $2', [
        storeId,
        mark,
      ])
      if (rowCount) return true
      if (performance.now() > until) return false
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
}
