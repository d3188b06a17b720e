import { Definition } from '@ruam/contract/automations/definition.ts'
import type { input } from 'zod'
import { profileEffects } from '../../automations/engine/effects.ts'
import { enter } from '../../automations/engine/enter.ts'
import { takeSteps } from '../../automations/engine/take-steps.ts'
import { activeVersions } from '../../automations/engine/versions.ts'
import type { Due, Effects, Version, World } from '../../automations/records/world.ts'
import { automationDraw } from '../../broadcasts/audience/draw.ts'
import { inStore } from '../../database/db.ts'
import { coreOf, type TestStore, testServer } from '../store.testing.ts'

/** Sends to everybody it is called for, and counts. */
export function noEffects(sent: number[] = []): Effects {
  return {
    ...profileEffects,
    event: async (_world, _version, _step, due) => due.map(({ profile_id }) => ({ profile_id, id: 1 })),
    async send(_world, _version, _step, due) {
      sent.push(...due.filter(({ held_out }) => !held_out).map(({ profile_id }) => profile_id))
      return due.map(({ profile_id, held_out }) => ({
        ...{ profile_id, reason: held_out ? ('held_out' as const) : null },
        recipient: { broadcast_id: 1, position: profile_id },
      }))
    },
  }
}

const definition = (over: Partial<input<typeof Definition>>): Definition =>
  Definition.parse({
    ...{ trigger: { kind: 'friend' }, repeat: { kind: 'once' }, channel_id: null, steps: [], exit: null, group: null },
    ...{ imports: false, holdout: 0, ...over },
  })

let serial = 0

/** Writes an active automation of this definition, or the next version of one. Returns its id. */
export async function activeAutomation(
  { storeId, userId }: TestStore,
  over: Partial<input<typeof Definition>>,
  { id, holdout = 0, place = 1 }: { id?: number; holdout?: number; place?: number } = {},
): Promise<number> {
  const { admin } = await testServer()
  const whole = JSON.stringify(definition(over))
  const { rows } = id
    ? await admin.query<{ id: number; version: number }>(
        'update automation set version = version + 1, definition = $3 where store_id = $1 and id = $2 returning id, version',
        [storeId, id, whole],
      )
    : await admin.query<{ id: number; version: number }>(
        `insert into automation (store_id, name, status, definition, version, place, author_ids)
        values ($1, $2, 'active', $3, 1, $4, $5) returning id, version`,
        [storeId, `อัตโนมัติ ${++serial}`, whole, place, [userId]],
      )
  await admin.query(
    `insert into automation_version (store_id, automation_id, version, edition, definition, reads, holdout)
    values ($1, $2, $3, 1, $4, '{}', $5)`,
    [storeId, rows[0]!.id, rows[0]!.version, whole, holdout],
  )
  return rows[0]!.id
}

/** Runs work in a world of the product in one transaction. */
export async function inWorld<T>(
  store: TestStore,
  work: (world: World, versions: Version[]) => Promise<T>,
  effects: Effects = noEffects(),
): Promise<T> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, async (db) => {
    const { time_zone } = await db
      .selectFrom('store')
      .select('time_zone')
      .where('store_id', '=', store.storeId)
      .executeTakeFirstOrThrow()
    const world: World = {
      ...{ db, storeId: store.storeId, timeZone: time_zone, effects },
      draw: ({ automation_id, holdout }) => automationDraw(core.config, store.storeId, automation_id, holdout),
    }
    return work(world, await activeVersions(db, store.storeId))
  })
}

/** Customers enter an automation at a moment. Returns their runs. */
export const entered = (store: TestStore, id: number, ids: readonly number[], at: string, cause = `change:${at}`) =>
  inWorld(store, (world, versions) =>
    enter(
      world,
      versions.find(({ automation_id }) => automation_id === id)!,
      ids.map((profile_id) => ({ profile_id, at, cause, detail: {} })),
    ),
  )

/** Takes the given steps in a transaction of its own. */
export const taken = (store: TestStore, due: readonly Due[], effects?: Effects) =>
  inWorld(store, (world) => takeSteps(world, due), effects)
