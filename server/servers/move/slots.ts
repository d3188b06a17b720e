import { failedWith } from '../../core/sqlstate.ts'
import { asOwner, type Statements } from '../database-servers.ts'

/** A replication slot of a database server. It keeps the write-ahead log that its reader still needs. */
interface Slot {
  name: string
  /** True while its reader is connected. */
  active: boolean
  /** Bytes of write-ahead log kept for it. */
  bytes: number
  /** Store whose move made it; null for other slots, and for those of another database. */
  store: number | null
}

const SLOTS = `
  select slot_name::text as name, active, case when database = current_database() then substring(slot_name from '^ruam_move_(\\d+)')::int end as store,
    coalesce(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn), 0)::float8 as bytes
  from pg_replication_slots order by slot_name`

/** Returns all replication slots of a server. Every role may read them. */
export const readSlots = async (client: Statements): Promise<Slot[]> => (await client.query<Slot>(SLOTS)).rows

/** Name of the publication and the subscription of a store. */
export const nameOf = (storeId: number) => `ruam_move_${storeId}`

/** Name of a store's slot: a cluster has one namespace for the slots of all its databases. */
export async function slotNameOf(client: Statements, storeId: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select oid::text as id from pg_database where datname = current_database()',
  )
  return `${nameOf(storeId)}_${rows[0]!.id}`
}

/** A target that is away may connect again between the two statements that drop a slot. */
const TRIES = 5

/** Drops the slots of a store's moves, and ends what reads them or waits to make them. Returns their names. */
export async function dropSlots(powerUrl: string, storeId: number): Promise<string[]> {
  return asOwner(powerUrl, async (client) => {
    const names = (await readSlots(client)).flatMap(({ name, store }) => (store === storeId ? [name] : []))
    for (const name of names) {
      for (let tries = 1; ; tries++) {
        await client.query(
          'select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = $1 and active_pid is not null',
          [name],
        )
        try {
          await client.query(DROP, [name])
          break
        } catch (error) {
          if (!failedWith(error, 'objectInUse') || tries === TRIES) throw error
        }
      }
    }
    return names
  })
}

const DROP = 'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1'
