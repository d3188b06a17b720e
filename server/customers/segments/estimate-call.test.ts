import { setImmediate } from 'node:timers/promises'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, ruleOf } from '../../testing/customers/segments.testing.ts'
import { coreOf, type Member, newStore, testServer } from '../../testing/store.testing.ts'
import { officialAccount } from '../../testing/things/channels.ts'

beforeAll(() => testServer({ alone: true }))

/** More than are counted by their rows. */
const MANY = 20_050

async function filledStore() {
  const store = await newStore()
  const { admin } = await testServer()
  const body = { field_name: 'secret', display_name: 'secret', data_type: 'String' } as const
  const secret = (await store.call(profileFields.create, { body: { ...body, sensitive: true } })).id
  const label = await newLabel(store)
  await officialAccount(store)
  await admin.query(
    `insert into profile (store_id, first_name, gender, custom)
     select $1, (array['กบ', 'ไก่', 'ปลา'])[1 + n % 3], case n % 4 when 0 then 'M' when 1 then 'F' end, jsonb_build_object($2::text, 'S' || n % 5)
     from generate_series(1, $3::int) n`,
    [store.storeId, secret, MANY],
  )
  await admin.query('insert into profile_total (store_id, live) values ($1, $2)', [store.storeId, MANY])
  await admin.query(
    `insert into profile_label (store_id, label_id, profile_id, source)
     select store_id, $2, id, case when id % 4 = 0 then 'manual_remove' else 'manual_add' end from profile where store_id = $1 and id % 6 < 2`,
    [store.storeId, label],
  )
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select store_id, 'lineOA', 1, 'U' || id, id, case when id % 5 = 0 then 'blocked' else 'friend' end, now()
     from profile where store_id = $1 and id % 4 = 0`,
    [store.storeId],
  )
  return { store, secret, label }
}

/** Runs a call, and returns its answer with the number of connections that it took of both kinds. */
async function connectionsOf<T>(store: { storeId: number }, work: () => Promise<T>) {
  const core = await coreOf(store)
  const [reads, others] = [vi.spyOn(core.readPool, 'connect'), vi.spyOn(core.pool, 'connect')]
  try {
    const answer = await work()
    return { answer, connections: [reads.mock.calls.length, others.mock.calls.length] }
  } finally {
    reads.mockRestore()
    others.mockRestore()
  }
}

test('estimates and lists over loaded columns take one connection, and equal those in a transaction', async () => {
  const { store, label } = await filledStore()
  const { admin } = await testServer()
  const rules: RuleGroup[] = [
    { condition: 'and', rules: [{ kind: 'profile', field_id: 1, operator: 'eq', value: 'กบ' }] },
    {
      condition: 'or',
      rules: [
        { kind: 'label', operator: 'has_none', label_ids: [label] },
        { kind: 'profile', field_id: 10, operator: 'not_empty' },
      ],
    },
    {
      condition: 'and',
      not: true,
      rules: [
        { kind: 'label', operator: 'has_any', label_ids: [label] },
        { kind: 'profile', field_id: 1, operator: 'ne', value: 'ปลา' },
      ],
    },
  ]
  for (const rule of rules) {
    const segment_rule = ruleOf(rule)
    const estimate = () => store.call(segments.estimate, { body: { segment_rule, exact: true } })
    const list = () => store.call(profiles.query, { body: { filter: { rule }, limit: 20, offset: 40 } })
    // A rule that another part decides is evaluated by rows.
    const always = { kind: 'time', at: 'created', operator: 'not_empty' } as const
    const byRows: RuleGroup = { condition: 'and', rules: [rule, always] }
    const plain = await store.call(profiles.query, { body: { filter: { rule: byRows }, limit: 20, offset: 40 } })
    const counted = await store.call(segments.estimate, { body: { segment_rule: ruleOf(byRows), exact: true } })
    for (let n = 0; n < 500; n++) {
      const [counts, page] = [await connectionsOf(store, estimate), await connectionsOf(store, list)]
      const { count, reachable, sample } = counts.answer
      expect({ count, reachable, sample }).toEqual({
        count: counted.count,
        reachable: counted.reachable,
        sample: counted.sample,
      })
      expect(page.answer).toEqual(plain)
      if (counts.connections.join() === '1,0' && page.connections.join() === '1,0') break
      expect(n).toBeLessThan(499)
      await setImmediate()
    }
    // A change is in the next answer.
    const { id } = plain.data[0]!
    await admin.query('update profile set first_name = $2, updated_at = clock_timestamp() where id = $1', [id, 'นก'])
    const [after, expected] = [
      await estimate(),
      await store.call(segments.estimate, { body: { segment_rule: ruleOf(byRows), exact: true } }),
    ]
    expect([after.count, after.reachable, after.sample]).toEqual([expected.count, expected.reachable, expected.sample])
  }
}, 120_000)

test('a rule over a closed field, a deleted label or a value of another type is refused when its columns are loaded', async () => {
  const { store, secret, label } = await filledStore()
  const staff = await store.member(permissions.filter((one) => one !== 'cdp-core.profile-sensitive.read'))
  const secretly: RuleGroup = {
    condition: 'and',
    rules: [{ kind: 'profile', field_id: secret, operator: 'eq', value: 'S1' }],
  }
  const ask = (who: Member, rule: RuleGroup): (() => Promise<{ status: number; body: unknown }>)[] => [
    () => who.try(segments.estimate, { body: { segment_rule: ruleOf(rule), exact: true } }),
    () => who.try(profiles.query, { body: { filter: { rule } } }),
  ]
  for (const call of ask(store, secretly))
    for (;;) {
      const { answer, connections } = await connectionsOf(store, call)
      expect(answer.status).toBe(200)
      if (connections.join() === '1,0') break
      await setImmediate()
    }
  for (const call of ask(staff, secretly))
    for (let n = 0; n < 3; n++) expect(await call()).toMatchObject({ status: 403, body: { error: 'field_closed' } })
  const labelled: RuleGroup = {
    condition: 'and',
    rules: [...secretly.rules, { kind: 'label', operator: 'has_none', label_ids: [label + 1000] }],
  }
  for (const call of ask(store, labelled)) expect((await call()).status).toBe(404)
  const numeric: RuleGroup = {
    condition: 'and',
    rules: [{ kind: 'profile', field_id: secret, operator: 'gt', value: 1 }],
  }
  for (const call of ask(store, numeric)) expect((await call()).status).toBe(400)
  await store.call(profileFields.delete, { ...byId(secret), query: { confirm: 'true' } })
  for (const call of ask(store, secretly)) expect((await call()).status).toBe(404)
})
