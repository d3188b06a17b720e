import { failedWith } from '../../core/sqlstate.ts'
import { asOwner, type Statements } from '../database-servers.ts'
import { readSlots } from '../slots.ts'

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
