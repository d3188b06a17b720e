import { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'
import { type Rehearsed, rehearse } from './rehearse.ts'

const outcomesOf = async ({ past }: Rehearsed) =>
  (
    await sql<{ outcome: string }>`select outcome from automation_act where kind = 'condition' order by at`.execute(
      past.world.db,
    )
  ).rows.map(({ outcome }) => outcome)

test('a consent that was withdrawn counts until then', async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const made = async (text: string, ...values: unknown[]) =>
    (await admin.query<{ id: number }>(text, [store.storeId, ...values])).rows[0]!.id
  const customer = await made(
    `insert into profile (store_id, first_name, created_at, updated_at) values ($1, 'ก', '2025-01-01Z', '2025-01-01Z') returning id`,
  )
  const purpose = await made(`insert into consent_purpose (store_id, name) values ($1, 'ข่าวสาร') returning id`)
  for (const [status, at] of [
    ['granted', '2025-12-01T03:00:00Z'],
    ['withdrawn', '2026-03-01T03:00:00Z'],
  ])
    await made(
      `insert into consent_entry (store_id, profile_id, purpose_id, status, source, at) values ($1, $2, $3, $4, 'user', $5) returning id`,
      ...[customer, purpose, status, at],
    )
  const type = await made(`insert into activity_type (store_id, name) values ($1, 'ซื้อ') returning id`)
  for (const at of ['2026-02-01T03:00:00Z', '2026-04-01T03:00:00Z'])
    await made(
      'insert into activity (store_id, profile_id, type_id, activity_at, created_at) values ($1, $2, $3, $4, $4) returning id',
      ...[customer, type, at],
    )
  const rule = { condition: 'and', rules: [{ kind: 'consent', purpose_id: purpose, operator: 'granted' }] } as const
  const definition = Definition.parse({
    trigger: { kind: 'activity', activity_type_id: type, first: false },
    repeat: { kind: 'every', days: 0 },
    steps: [{ id: 1, kind: 'condition', condition: { kind: 'rule', rule }, yes: [], no: [] }],
    ...{ channel_id: null, exit: null, group: null, imports: false, holdout: 0 },
  })
  const { pool, config } = await coreOf(store)
  const draft = { automation_id: 1_000_000, name: 'ลอง', definition, place: 1 }
  const days = { from: '2026-01-01', to: '2026-06-30' }
  expect(await rehearse({ pool, config }, store.storeId, draft, days, { holdout: 0, read: outcomesOf })).toEqual([
    'yes',
    'no',
  ])
})
