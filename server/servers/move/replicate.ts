import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { failedWith } from '../../core/sqlstate.ts'
import { readRoles } from '../../database/role-names.ts'
import { asOwner, type Statements } from '../database-servers.ts'
import { dropSlots, nameOf } from './slots.ts'
import { atNewSlot } from './snapshot.ts'
import type { StepTimes } from './step-times.ts'
import type { StoreTable } from './tables.ts'

/** Milliseconds between two looks for a mark. */
const LOOK_MS = 15

/** A server with the connection that may replicate: of the superuser of the embedded server, or of the owner. */
interface MoveServer {
  id: number
  ownerUrl: string
  powerUrl: string
}

/** Makes the target follow a store whose rows it has as of the slot. */
async function subscribe(source: MoveServer, target: MoveServer, storeId: number, slot: string, secretKey: string) {
  const name = nameOf(storeId)
  const conninfo = await asOwner(source.powerUrl, (client) => readerUrl(client, source, secretKey))
  await asOwner(target.powerUrl, async (client) => {
    const { rows } = await client.query<{ asks: boolean }>(
      "select current_setting('server_version_num')::int >= 160000 as asks",
    )
    // The owner of the tables is behind the wall itself: rows are written as the subscription's owner.
    const asOwnerOfAll = rows[0]!.asks ? ', run_as_owner = true' : ''
    await client.query(
      `create subscription ${name} connection ${pg.escapeLiteral(conninfo)} publication ${name}
       with (create_slot = false, slot_name = '${slot}', copy_data = false${asOwnerOfAll})`,
    )
  })
}

/** How a move begins. */
interface Beginning {
  storeId: number
  tables: readonly StoreTable[]
  secretKey: string
  /** Removes rows that an interrupted copy left. */
  empty(): Promise<void>
  /** Copies the rows that the reader sees. */
  copy(reader: pg.Client): Promise<void>
  times: StepTimes
  say(line: string): void
  signal?: AbortSignal
}

/**
 * Copies the rows of a store as of one snapshot, and makes the target follow the changes since. Resumes what a killed call left following; whatever else
 * it left is done from the start. A failure leaves no slot.
 */
export async function startReplication(source: MoveServer, target: MoveServer, beginning: Beginning): Promise<void> {
  const { storeId, tables, secretKey, empty, copy, times } = beginning
  if (await isFollowing(source, target, storeId)) return
  await times.time('clear', async () => {
    await stopReplication(source, target, storeId)
    await empty()
  })
  const filtered = tables.map((table) => `public.${pg.escapeIdentifier(table.name)} where (store_id = ${storeId})`)
  await asOwner(source.powerUrl, (client) =>
    client.query(
      `create publication ${nameOf(storeId)} for table ${filtered.join(', ')}, public.store_move_mark where (store = ${storeId})
       with (publish = 'insert, update, delete')`,
    ),
  )
  try {
    await atNewSlot(source, storeId, beginning, async (reader, slot) => {
      await copy(reader)
      await times.time('subscribe', () => subscribe(source, target, storeId, slot, secretKey))
    })
  } catch (error) {
    await stopReplication(source, target, storeId).catch(() => {})
    throw error
  }
}

/** True if the target follows the source, or will when both are there. */
export async function isFollowing(source: MoveServer, target: MoveServer, storeId: number): Promise<boolean> {
  const { rows } = await asOwner(target.powerUrl, (client) =>
    client.query<{ slot: string }>(
      `select subslotname::text as slot from pg_subscription s join pg_database d on d.oid = s.subdbid and d.datname = current_database()
       where subname = $1 and subenabled
         and not exists (select from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate <> 'r')`,
      [nameOf(storeId)],
    ),
  )
  if (!rows[0]) return false
  const { slot } = rows[0]
  const usable = await asOwner(source.powerUrl, (client) =>
    // Lost: the server has removed changes that the slot needs.
    client.query(
      "select from pg_replication_slots where slot_name = $1 and database = current_database() and wal_status is distinct from 'lost'",
      [slot],
    ),
  )
  return usable.rowCount === 1
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

/** Errors of replication since the subscription began; the target's log has their reasons. */
export async function readErrors(target: MoveServer, storeId: number): Promise<number> {
  const { rows } = await asOwner(target.powerUrl, (client) =>
    client.query<{ errors: number }>(
      `select coalesce(sum(apply_error_count + sync_error_count), 0)::int as errors
       from pg_stat_subscription_stats t join pg_subscription s on s.oid = t.subid where s.subname = $1`,
      [nameOf(storeId)],
    ),
  )
  return rows[0]!.errors
}

/** Removes subscription, slot and publication of a store's moves; repeatable after a kill at any point. */
export async function stopReplication(source: MoveServer, target: MoveServer, storeId: number): Promise<void> {
  await unsubscribe(target, storeId)
  await unpublish(source, storeId)
}

/** Removes the subscription at the target without asking the source. Returns its name if there was one. */
export async function unsubscribe(target: MoveServer, storeId: number): Promise<string[]> {
  const name = nameOf(storeId)
  return asOwner(target.powerUrl, async (client) => {
    const { rowCount } = await client.query(
      'select from pg_subscription s join pg_database d on d.oid = s.subdbid and d.datname = current_database() where subname = $1',
      [name],
    )
    if (!rowCount) return []
    await client.query(`alter subscription ${name} disable`)
    await client.query(`alter subscription ${name} set (slot_name = none)`)
    await client.query(`drop subscription ${name}`)
    return [`subscription ${name}`]
  })
}

/** Removes slot and publication at the source. Returns what there was. */
export async function unpublish(source: MoveServer, storeId: number): Promise<string[]> {
  const slots = await dropSlots(source.powerUrl, storeId)
  const name = nameOf(storeId)
  return asOwner(source.powerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_publication where pubname = $1', [name])
    await client.query(`drop publication if exists ${name}`)
    const { move } = await readRoles(client)
    const { rows } = await client.query<{ unused: boolean }>(
      `select rolsuper and exists (select from pg_roles where rolname = '${move}')
         and not exists (select from pg_replication_slots where database = current_database() and slot_name like 'ruam\\_move\\_%') as unused
       from pg_roles where rolname = current_user`,
    )
    if (rows[0]!.unused) await client.query(`drop role ${move}`)
    return [...slots.map((slot) => `slot ${slot}`), ...(rowCount ? [`publication ${name}`] : [])]
  })
}

/** Writes a mark at the source. Once it is at the target, all earlier changes are. */
export async function writeMark(source: Statements, storeId: number, mark: string): Promise<void> {
  // Not before it is on the disk do the changes leave for the target, which may lack the mark before: an update would be lost there.
  await source.query(
    `set synchronous_commit = on; delete from store_move_mark where store = ${storeId}; insert into store_move_mark (store, mark) values (${storeId}, '${mark}')`,
  )
}

/** Waits until the mark is at the target; false if that takes longer than `patienceMs`. */
export async function waitForMark(
  target: Statements,
  storeId: number,
  mark: string,
  patienceMs: number,
): Promise<boolean> {
  for (const until = performance.now() + patienceMs; ; await sleep(LOOK_MS)) {
    const { rowCount } = await target.query('select from store_move_mark where store = $1 and mark = $2', [
      storeId,
      mark,
    ])
    if (rowCount) return true
    if (performance.now() > until) return false
  }
}
