import type pg from 'pg'

/** A replication slot of a database server. It keeps the write-ahead log that its reader still needs. */
export interface Slot {
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
export const readSlots = async (client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<Slot[]> =>
  (await (client as pg.Pool).query<Slot>(SLOTS)).rows
