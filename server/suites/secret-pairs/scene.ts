import { writeRequests } from '../../http/request-log.ts'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { addPeople, addPrograms } from './callers.ts'
import { Chance } from './chance.ts'
import { addWebhooks, deliver } from './event-steps.ts'
import { FIRST_ID, Pairing } from './pairing.ts'
import { idle, makeWorld, type World } from './world.ts'

/** Two worlds, and which of their rows go together. It serves many sequences, until its worlds differ for the caller. */
export interface Scene {
  seed: number
  worlds: [World, World]
  same: Pairing
}

/** Raises every sequence above FIRST_ID, each to numbers of its own. */
export async function raiseSequences(): Promise<void> {
  const { admin } = await testServer()
  await admin.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1::bigint + 25000 * row_number() over (order by sequencename))
     from pg_sequences where schemaname = 'public' and coalesce(last_value, 0) < $1`,
    [FIRST_ID],
  )
}

export async function makeScene(seed: number): Promise<Scene> {
  const kind = seed % 3 === 2 ? 'unopened' : 'sensitive'
  const worlds: [World, World] = [await makeWorld(kind, 0, seed), await makeWorld(kind, 1, seed)]
  for (const world of worlds) {
    const chance = new Chance(seed + 1)
    await addPeople(world, chance)
    await addPrograms(world, chance)
    await addWebhooks(world)
  }
  const same = new Pairing()
  const [left, right] = worlds.map(rowsOf) as [number[], number[]]
  for (const [place, id] of left.entries()) if (id !== right[place]) same.add(id, right[place]!)
  return { seed, worlds, same }
}

/** Numbers of rows that the set-up made, in one order. */
const rowsOf = (of: World): number[] => [
  ...[of.store.storeId, of.store.userId, ...of.closed.map(({ id }) => id), of.computed.id, of.open.id],
  ...[...of.profiles, ...of.labels, ...of.closedSegments, ...of.openSegments, ...of.views],
  ...[of.purpose, of.activity.id, of.activity.fieldId, of.connector, of.source.id, ...of.jobs, ...of.receipts],
  ...of.hooks.flatMap(({ program, id }) => [program, id]),
  ...of.callers.flatMap((caller) => (caller.kind === 'person' ? [caller.member.userId] : [])),
]

/** True if the same exists in both worlds for a caller who may read no closed field. */
export async function isSameForAll({ worlds }: Scene): Promise<boolean> {
  return (await openState(worlds[0])) === (await openState(worlds[1]))
}

/** Customers by their last change, with their open values, general labels and activities. */
async function openState({ store, open, kind, labels }: World): Promise<string> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ state: string }>({
    name: 'open-state',
    text: `select md5(string_agg(concat_ws('|', first_name, last_name, phone, case when $3 then email end, occupation,
        custom ->> $2::text, deleted_at is null, merged_into is null,
        (select count(*) from activity a where a.store_id = p.store_id and a.profile_id = p.id),
        (select count(*) from profile_label x where x.store_id = p.store_id and x.profile_id = p.id and x.label_id = any($4))), ';' order by updated_at, id)) as state
      from profile p where store_id = $1`,
    values: [store.storeId, String(open.id), kind === 'sensitive', labels],
  })
  return rows[0]!.state
}

/** Waits for what a change has begun, and returns the events that a program in each world was sent. */
export async function settle({ worlds }: Scene): Promise<[string, string]> {
  const events: string[] = []
  for (const world of worlds) {
    const { store } = world
    const core = await coreOf(store)
    await ingestItems(core, store.storeId)
    await idle(store.storeId)
    await writeRequests(core.pool, core.config.secretKey)
    events.push(await deliver(world))
  }
  return events as [string, string]
}
