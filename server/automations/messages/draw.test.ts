import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { automationDraw, isDrawnOut } from '../../broadcasts/audience/draw.ts'
import { inStore } from '../../database/db.ts'
import { coreOf, newStore } from '../../testing/store.testing.ts'

test('an automation holds out a tenth of its customers, others than another automation does', async () => {
  const store = await newStore()
  const core = await coreOf(store)
  const drawn = (automation: number) =>
    inStore(core.pool, store.storeId, async (db) => {
      const draw = automationDraw(core.config, store.storeId, automation, 10)!
      const { rows } = await sql<{ id: number }>`
        select id from generate_series(1::bigint, 10000) id where ${isDrawnOut(sql`id`, draw)} order by id`.execute(db)
      return rows.map(({ id }) => id)
    })
  const [first, again, other] = [await drawn(1), await drawn(1), await drawn(2)]
  expect(first.length).toBeGreaterThan(850)
  expect(first.length).toBeLessThan(1150)
  expect(again).toEqual(first)
  expect(first.filter((id) => other.includes(id)).length).toBeLessThan(200)
  expect(automationDraw(core.config, store.storeId, 1, 0)).toBeNull()
})
