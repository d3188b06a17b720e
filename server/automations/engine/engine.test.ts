import { beforeAll, describe, expect, test } from 'vitest'
import { activeAutomation, entered, inWorld, noEffects, taken } from '../../testing/automations/engine.testing.ts'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import type { Due } from '../records/world.ts'
import { dateCandidates } from './date-candidates.ts'
import { dueRuns } from './due-runs.ts'
import { leavingReasons } from './leaving-reasons.ts'
import { moveRuns } from './move-runs.ts'
import { endRuns } from './record.ts'

let store: TestStore

beforeAll(async () => {
  store = await newStore()
})

const rowsOf = async <T extends object>(text: string, ...values: unknown[]) =>
  (await (await testServer()).admin.query<T>(text, [store.storeId, ...values])).rows

/** Writes profiles past all calls, and returns their ids. */
const made = async (count: number, column = 'first_name', value: unknown = 'ก') =>
  (
    await rowsOf<{ id: number }>(
      `insert into profile (store_id, ${column}) select $1, $2 from generate_series(1, $3::int) returning id`,
      value,
      count,
    )
  ).map(({ id }) => id)

const actsOf = (id: number) =>
  rowsOf<{ kind: string; outcome: string; reason: string | null; step: number | null; at: string }>(
    'select kind, outcome, reason, step, at from automation_act where store_id = $1 and automation_id = $2 order by run_id, nth',
    id,
  )

const kindsOf = async (id: number) => (await actsOf(id)).map(({ kind, outcome }) => `${kind} ${outcome}`)

const due = (upTo: string, of?: number) =>
  inWorld(store, (world) => dueRuns(world, { upTo, most: 100 })).then((all) =>
    all.filter(({ automation_id }) => of === undefined || automation_id === of),
  )

/** Takes everything that is due at a moment, until nothing is. */
async function run(id: number, at: string, effects = noEffects()) {
  for (let some = await due(at, id); some.length > 0; some = await due(at, id)) await taken(store, some, effects)
}

const NOON = '2026-06-01T05:00:00Z'
const LATER = '2026-06-10T05:00:00Z'

describe('entering', () => {
  test('happens once for a customer who may enter once', async () => {
    const ids = await made(2)
    const label = await newLabel(store)
    const id = await activeAutomation(store, { steps: [{ id: 1, kind: 'label', label_id: label, value: true }] })
    expect((await entered(store, id, ids, NOON)).length).toBe(2)
    expect(await entered(store, id, ids, LATER)).toEqual([])
    await run(id, LATER)
    expect(await entered(store, id, ids, LATER)).toEqual([])
    expect(await kindsOf(id)).toEqual(
      Array(2).fill(['entered change:2026-06-01T05:00:00Z', 'label done', 'ended done']).flat(),
    )
    expect(await rowsOf('select target_count from label where store_id = $1 and id = $2', label)).toEqual([
      { target_count: 2 },
    ])
  })

  test('happens again after the pause, and never twice by one cause', async () => {
    const ids = await made(1)
    const note = { id: 1, kind: 'note', text: 'โทรหา', follow_up_days: 3 } as const
    const id = await activeAutomation(store, { repeat: { kind: 'every', days: 5 }, steps: [note] })
    await entered(store, id, ids, NOON)
    await run(id, NOON)
    expect(await entered(store, id, ids, '2026-06-05T05:00:00Z')).toEqual([])
    expect(await entered(store, id, ids, LATER, `change:${NOON}`)).toEqual([])
    expect((await entered(store, id, ids, LATER)).length).toBe(1)
  })

  test('is refused while the customer is in another automation of the group', async () => {
    const ids = await made(1)
    const waits = { id: 1, kind: 'wait', length: { n: 1, unit: 'day' }, until: null } as const
    const one = await activeAutomation(store, { group: 'ก', steps: [waits] })
    const other = await activeAutomation(store, { group: 'ก', steps: [waits] })
    await entered(store, one, ids, NOON)
    expect(await entered(store, other, ids, NOON)).toEqual([])
    await run(one, LATER)
    expect((await entered(store, other, ids, LATER)).length).toBe(1)
  })

  test('is refused for restricted and deleted customers', async () => {
    const [restricted, deleted, free] = await made(3)
    await rowsOf('update profile set restricted_at = now() where store_id = $1 and id = $2', restricted)
    await rowsOf('update profile set deleted_at = now() where store_id = $1 and id = $2', deleted)
    const id = await activeAutomation(store, { steps: [{ id: 1, kind: 'event', webhook_id: 1 }] })
    const runs = await entered(store, id, [restricted!, deleted!, free!], NOON)
    expect(runs.map(({ profile_id }) => profile_id)).toEqual([free])
  })
})

describe('steps', () => {
  test('a condition is evaluated at the moment of each run, and its branch is taken', async () => {
    const type = (
      await rowsOf<{ id: number }>(
        "insert into activity_type (store_id, name, field_ids) values ($1, 'ซื้อ', '{}') returning id",
      )
    )[0]!.id
    const [early, late] = await made(2)
    const bought = (id: number, at: string) =>
      rowsOf(
        "insert into activity (store_id, profile_id, type_id, activity_at, fields) values ($1, $2, $3, $4, '{}')",
        id,
        type,
        at,
      )
    await bought(early!, '2026-06-01T04:00:00Z')
    await bought(late!, '2026-06-01T04:00:00Z')
    const window = { last: { n: 2, unit: 'hour' as const } }
    const rule = {
      condition: 'and' as const,
      rules: [{ kind: 'activity' as const, activity_type_id: type, done: true, window }],
    }
    const label = await newLabel(store)
    const id = await activeAutomation(store, {
      steps: [
        {
          ...{ id: 1, kind: 'condition', condition: { kind: 'rule', rule } },
          ...{ yes: [{ id: 2, kind: 'label', label_id: label, value: true }], no: [] },
        },
      ],
    })
    await entered(store, id, [early!, late!], NOON)
    const both = await due(NOON, id)
    const at = { [early!]: '2026-06-01T05:59:59Z', [late!]: '2026-06-01T06:00:01Z' } as Record<number, string>
    await taken(
      store,
      both.map((one): Due => ({ ...one, at: at[one.profile_id]! })),
    )
    const acts = await rowsOf<{ profile_id: number; outcome: string }>(
      "select profile_id, outcome from automation_act where store_id = $1 and automation_id = $2 and kind = 'condition' order by profile_id",
      id,
    )
    expect(acts.map(({ outcome }) => outcome)).toEqual(['yes', 'no'])
  })

  test('the exit rule ends a run before its next step', async () => {
    const [one, other] = await made(2)
    const label = await newLabel(store)
    await rowsOf(
      "insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, 'manual_add')",
      label,
      one,
    )
    const rule = {
      condition: 'and' as const,
      rules: [{ kind: 'label' as const, operator: 'has_any' as const, label_ids: [label] }],
    }
    const id = await activeAutomation(store, {
      ...{ exit: { kind: 'rule', rule }, steps: [{ id: 1, kind: 'event', webhook_id: 1 }] },
    })
    await entered(store, id, [one!, other!], NOON)
    await run(id, NOON)
    expect((await kindsOf(id)).filter((kind) => !kind.startsWith('entered'))).toEqual([
      'ended exit',
      'event done',
      'ended done',
    ])
  })

  test('later steps count from the due time, and a value remembers what it replaced', async () => {
    const ids = await made(1)
    const id = await activeAutomation(store, {
      steps: [
        { id: 1, kind: 'wait', length: { n: 1, unit: 'day' }, until: null },
        { id: 2, kind: 'value', field_id: 1, value: 'ข' },
        { id: 3, kind: 'wait', length: { n: 1, unit: 'day' }, until: null },
      ],
    })
    await entered(store, id, ids, NOON)
    await run(id, '2026-06-02T07:00:00Z')
    expect((await due(LATER, id)).map(({ due_at }) => due_at)).toEqual(['2026-06-03T05:00:00Z'])
    const [act] = await rowsOf<{ change: object }>(
      "select change from automation_act where store_id = $1 and automation_id = $2 and kind = 'value'",
      id,
    )
    expect(act).toEqual({ change: { before: 'ก', after: 'ข' } })
  })

  test('two due runs of a customer are taken one after the other', async () => {
    const ids = await made(1)
    const label = await newLabel(store)
    const one = await activeAutomation(store, { steps: [{ id: 1, kind: 'label', label_id: label, value: true }] })
    const other = await activeAutomation(store, { steps: [{ id: 1, kind: 'label', label_id: label, value: true }] })
    await entered(store, one, ids, NOON)
    await entered(store, other, ids, NOON)
    const both = (await due(NOON)).filter(({ profile_id }) => profile_id === ids[0])
    expect(await taken(store, both)).toBe(1)
    await run(other, NOON)
    expect(await kindsOf(other)).toContain('label skipped')
  })

  test('restricted customers wait, and deleted ones leave', async () => {
    const [restricted, deleted] = await made(2)
    const id = await activeAutomation(store, { steps: [{ id: 1, kind: 'event', webhook_id: 1 }] })
    await entered(store, id, [restricted!, deleted!], NOON)
    await rowsOf('update profile set restricted_at = now() where store_id = $1 and id = $2', restricted)
    await rowsOf('update profile set deleted_at = now() where store_id = $1 and id = $2', deleted)
    await run(id, NOON)
    expect(
      await rowsOf(
        'select waits_for, end_reason from automation_run where store_id = $1 and automation_id = $2 order by id',
        id,
      ),
    ).toEqual([
      { waits_for: 'restricted', end_reason: null },
      { waits_for: null, end_reason: 'deleted' },
    ])
  })
})

describe('messages', () => {
  const message = {
    ...{
      id: 1,
      kind: 'message',
      name: 'สวัสดี',
      purpose_id: null,
      messages: [{ type: 'text', text: 'สวัสดี' }],
      quick_replies: [],
    },
    ...{ stop_reply: false, notification_disabled: false, link_tracking: 'off' },
  } as const

  test('go to friends alone, and wait for the end of the quiet hours', async () => {
    const channel = 7001
    const [friend, blocked, stranger] = await made(3)
    const follow = (id: number, status: string) =>
      rowsOf(
        `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
        values ($1, 'lineOA', $2, $3, $4, $5, now())`,
        ...[channel, `U${id}`, id, status],
      )
    await follow(friend!, 'friend')
    await follow(blocked!, 'blocked')
    const id = await activeAutomation(store, { channel_id: channel, steps: [message as never] })
    // 22:00 in Bangkok.
    await entered(store, id, [friend!, blocked!, stranger!], '2026-06-01T15:00:00Z')
    const sent: number[] = []
    await run(id, '2026-06-01T15:00:00Z', noEffects(sent))
    expect(sent).toEqual([])
    expect(
      (await actsOf(id)).filter(({ kind }) => kind !== 'entered' && kind !== 'ended').map(({ reason }) => reason),
    ).toEqual([...['quiet_hours', 'blocked', 'not_linked']])
    await run(id, '2026-06-02T01:00:00Z', noEffects(sent))
    expect(sent).toEqual([friend])
  })

  test('are not sent to customers who are held out', async () => {
    const channel = 7002
    const ids = await made(40)
    for (const id of ids)
      await rowsOf(
        `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
        values ($1, 'lineOA', $2, $3, $4, 'friend', now())`,
        ...[channel, `U${id}`, id],
      )
    const id = await activeAutomation(store, { channel_id: channel, steps: [message as never] }, { holdout: 50 })
    await entered(store, id, ids, NOON)
    const sent: number[] = []
    await run(id, NOON, noEffects(sent))
    const [{ held }] = (await rowsOf<{ held: number }>(
      'select count(*)::int as held from automation_run where store_id = $1 and automation_id = $2 and held_out',
      id,
    )) as [{ held: number }]
    expect(held).toBeGreaterThan(5)
    expect(sent.length).toBe(40 - held)
    expect((await actsOf(id)).filter(({ reason }) => reason === 'held_out').length).toBe(held)
  })
})

describe('dates', () => {
  test('29 February is an anniversary of the 28th in other years, and a future date is none', async () => {
    const [leap, last, future] = [
      ...(await made(1, 'birth_date', '2000-02-29')),
      ...(await made(1, 'birth_date', '1999-02-28')),
      ...(await made(1, 'birth_date', '2027-02-28')),
    ]
    const trigger = { kind: 'date', field_id: 0, offset_days: 0, time: '09:00', yearly: true } as const
    const field_id = await birthdayField()
    const on = (day: string) =>
      inWorld(store, (world) =>
        dateCandidates(world, { ...trigger, field_id }, { at: new Date(`${day}T02:00:00Z`), day }),
      ).then((all) => all.map(({ profile_id }) => profile_id))
    expect(await on('2026-02-28')).toEqual([leap, last])
    expect(await on('2028-02-28')).toEqual([last, future])
    expect(await on('2028-02-29')).toEqual([leap])
  })
})

const birthdayField = async () => {
  const { systemFields } = await import('@ruam/contract/platform/system-fields.ts')
  return systemFields.find(({ column }) => column === 'birth_date')!.id
}

test('the reasons of leaving are the kinds of the rules that fail', async () => {
  const [unlabelled, member] = await made(2)
  const label = await newLabel(store)
  await rowsOf(
    "insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, 'manual_add')",
    label,
    member,
  )
  const rule = {
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: {
      condition: 'and' as const,
      groups: [
        {
          condition: 'and' as const,
          rules: [
            { kind: 'label' as const, operator: 'has_any' as const, label_ids: [label] },
            { kind: 'channel' as const, channel_type: 'phone' as const, operator: 'friend' as const },
          ],
        },
      ],
    },
  }
  const moments = [unlabelled!, member!].map((profile_id) => ({ profile_id, at: NOON }))
  const reasons = await inWorld(store, (world) => leavingReasons(world, { id: 1, rule }, moments))
  expect([...reasons.values()]).toEqual([['label', 'channel'], ['channel']])
})

describe('another version', () => {
  test('takes runs over at their step, or at the next that is left', async () => {
    const ids = await made(2)
    const wait = (id: number) => ({ id, kind: 'wait' as const, length: { n: 1, unit: 'day' as const }, until: null })
    const event = (id: number) => ({ id, kind: 'event' as const, webhook_id: 1 })
    const id = await activeAutomation(store, { steps: [wait(1), event(2), wait(3), event(4)] })
    await entered(store, id, [ids[0]!], NOON)
    await run(id, '2026-06-02T05:00:00Z')
    await entered(store, id, [ids[1]!], LATER)
    await activeAutomation(store, { steps: [wait(1), event(4), event(2)] }, { id })
    await inWorld(store, (world, versions) => moveRuns(world, versions.find((one) => one.automation_id === id)!, LATER))
    expect(
      await rowsOf(
        'select step, version from automation_run where store_id = $1 and automation_id = $2 order by id',
        id,
      ),
    ).toEqual([
      { step: 4, version: 2 },
      { step: 1, version: 2 },
    ])
    await run(id, '2026-07-01T05:00:00Z')
    const [first] = await rowsOf<{ kinds: string }>(
      "select string_agg(kind || ' ' || outcome, ', ' order by nth) as kinds from automation_act where store_id = $1 and automation_id = $2 group by run_id order by run_id",
      id,
    )
    expect(first!.kinds).toBe(
      `entered change:${NOON}, wait done, event done, moved 2, event done, moved skipped, ended done`,
    )
  })

  test('a run that is ended from outside keeps its acts numbered', async () => {
    const ids = await made(1)
    const id = await activeAutomation(store, { steps: [{ id: 1, kind: 'event', webhook_id: 1 }] })
    const [one] = await entered(store, id, ids, NOON)
    const stop = () =>
      inWorld(store, ({ db, storeId }) => endRuns(db, storeId, [one!.run_id], { reason: 'stopped', at: LATER }))
    expect([await stop(), await stop()]).toEqual([1, 0])
    expect(await kindsOf(id)).toEqual([`entered change:${NOON}`, 'ended stopped'])
  })
})
