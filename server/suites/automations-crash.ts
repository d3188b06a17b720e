// Automations whose worker is killed: each customer takes every step once and gets every message once, and none is stuck.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, type State } from '../../tools/line/state.ts'
import { createPool } from '../database/db.ts'
import { clockSettings, takeRunningClock } from '../testing/automations/set-clock.testing.ts'
import type { AutomationKill, AutomationMoment } from './automation-moments.ts'
import { busyWorker, openScene, type Scene } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

interface AutomationOutcome {
  what: string
  faults: string[]
  /** Counted at the end. */
  steps: number
  messages: number
  /** From the first kill to the end of the last run. */
  seconds: number
}

interface Options {
  moments: readonly AutomationMoment[]
  people: number
  workers: number
  tell?: (outcome: AutomationOutcome) => void
}

/** Milliseconds of each call of LINE, so that a kill finds some under way. */
const CALL_MS = 20
/** Longer than a lease. */
const ASLEEP_MS = 14_000
/** Milliseconds without a step or a message after which customers are stuck. */
const STUCK_MS = 180_000
const NAME = 'ลูกค้า'
const PUSH = '/v2/bot/message/push'
/** Newest connection that worked an automation: its worker has the lease. */
const WORKERS = `select client_port as port from pg_stat_activity
  where pid <> pg_backend_pid() and query ~ 'automation_(engine|run|act)' order by query_start desc limit 1`
/** Transaction of the engine in which something is written. */
const OPEN = `select from pg_stat_activity
  where application_name like 'ruam automations %' and backend_xid is not null and query !~ 'automation_engine'`
/** Milliseconds for which a moved clock stays so. */
const MOVED_MS = 2000

interface Stage {
  scene: Scene
  /** Sets the hours by which the clock of the database is ahead. */
  moveClock(hours: number): Promise<void>
  state: State
  people: number
  channelId: number
  purposeId: number
  fieldId: number
  segmentId: number
  activityType: number
}

/** Plays the moments one after the other, each with an automation of its own that all customers go through. */
export async function playAutomations({ moments, people, workers, tell }: Options): Promise<AutomationOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-automations-'))
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const scene = await openScene(join(folder, 'data'), workers, WORKERS)
  const clock = createPool(scene.superUrl, { max: 1 })
  const outcomes: AutomationOutcome[] = []
  try {
    await clock.query(`alter database ruam set search_path = ${clockSettings.search_path}`)
    const moveClock = await takeRunningClock(clock)
    // Only new connections follow it.
    await scene.kill('everything')
    const stage = { ...(await prepare(scene, line.state, people)), moveClock }
    for (const moment of moments) {
      const outcome = await playMoment(stage, await signIn(scene.address), moment)
      outcomes.push(outcome)
      tell?.(outcome)
    }
  } finally {
    delete process.env.LINE_API_URL
    await clock.end()
    await scene.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

/** Customers who are friends of an account and members of a segment. Nothing is quiet or capped. */
async function prepare(scene: Scene, state: State, people: number): Promise<Omit<Stage, 'moveClock'>> {
  const { ask, address } = scene
  const channel = addChannel(state, { quota: null })
  const client = await signIn(address)
  const { id: channelId } = await client.call(lineOa.create, {
    body: { channel_id: channel.id, channel_secret: channel.secret },
  })
  const { id: fieldId } = await client.call(profileFields.create, {
    body: { display_name: 'รอบล่าสุด', data_type: 'String' },
  })
  const { id: activityType } = await client.call(activities.createType, { body: { name: 'มารับของ', fields: [] } })
  await ask(
    `with made as (insert into profile (store_id, first_name) select 1, $2 || n from generate_series(1, $3::int) n returning id)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select 1, 'lineOA', $1, 'U' || lpad(id::text, 32, '0'), id, 'friend', now() from made`,
    [channelId, NAME, people],
  )
  const [purpose] = await ask<{ id: number }>(
    `insert into consent_purpose (store_id, name) values (1, 'ข่าวสาร') returning id`,
  )
  await ask(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids, quiet_from, quiet_to, weekly_cap)
     values (1, 'send', false, false, '{}', null, null, null)
     on conflict (store_id) do update set quiet_from = null, quiet_to = null, weekly_cap = null, approval = false`,
  )
  const rule = { kind: 'profile', field_id: 1, operator: 'starts_with', value: NAME } as const
  const { id: segmentId } = await client.call(labels.create, {
    body: {
      ...{ name: 'ทุกคน', color: 'teal', type: 'advanced' },
      segment_rule: {
        auto_apply_enabled: true,
        filter: { profile_created_at: null, reference_label_ids: [] },
        target: { condition: 'and', groups: [{ condition: 'and', rules: [rule] }] },
      },
    },
  })
  const members = `select count(*)::int as n from profile_label where label_id = $1`
  while ((await ask<{ n: number }>(members, [segmentId]))[0]!.n < people) await sleep(50)
  return { scene, state, people, channelId, purposeId: purpose!.id, fieldId, segmentId, activityType }
}

const message = (id: number, text: string, { purposeId }: Stage): Step => ({
  ...{ id, kind: 'message', name: text, purpose_id: purposeId, messages: [{ type: 'text', text }] },
  ...{ quick_replies: [], stop_reply: false, notification_disabled: false, link_tracking: 'off' },
})

function definitionOf(stage: Stage, { round, way }: AutomationMoment, labelId: number): Definition {
  const rule = { kind: 'profile', field_id: stage.fieldId, operator: 'eq', value: `รอบ ${round}` } as const
  const trigger =
    way === 'inside'
      ? ({ kind: 'segment_entered', segment_id: stage.segmentId } as const)
      : ({ kind: 'activity', activity_type_id: stage.activityType, first: false } as const)
  return {
    trigger,
    repeat: { kind: 'once' },
    channel_id: stage.channelId,
    steps: [
      { id: 1, kind: 'value', field_id: stage.fieldId, value: `รอบ ${round}` },
      message(2, `แรก ${round}`, stage),
      {
        ...{ id: 3, kind: 'condition', condition: { kind: 'rule', rule: { condition: 'and', rules: [rule] } } },
        yes: [{ id: 4, kind: 'label', label_id: labelId, value: true }],
        no: [{ id: 5, kind: 'note', text: 'ผิด', follow_up_days: null }],
      },
      message(6, `หลัง ${round}`, stage),
    ],
    ...{ exit: null, group: null, imports: false, holdout: 0 },
  }
}

/** Acts of each customer on the way through: with the entry and the end. */
const STEPS = 5
const ACTS = STEPS + 2
const MESSAGES = 2

async function playMoment(stage: Stage, client: RuamClient, moment: AutomationMoment): Promise<AutomationOutcome> {
  const { state, scene } = stage
  state.faults.splice(0)
  state.accepted.splice(0)
  state.faults.push({ path: PUSH, kind: 'slow', times: 1_000_000, delay: CALL_MS })
  const name = `รอบ ${moment.round}`
  const label = await client.call(labels.create, { body: { name, color: 'teal', type: 'general' } })
  const { id, updated_at: origin_time } = await client.call(automations.create, {
    body: { name, definition: definitionOf(stage, moment, label.id) },
  })
  const params = { id: String(id) }
  await client.call(automations.start, { params, body: { inside: moment.way === 'inside', move: false, origin_time } })
  if (moment.way === 'stream') await actAll(stage)
  let began: number | undefined
  for (const kill of moment.kills) {
    await reach(stage, id, kill)
    began ??= performance.now()
    await strike(stage, kill)
  }
  const isOver = await over(stage, id)
  const { faults, ...counted } = await countOf(stage, id)
  if (!isOver) faults.unshift('customers are stuck')
  const seconds = (performance.now() - began!) / 1000
  await scene.ask(`update automation set status = 'stopped' where id = $1`, [id])
  const said = moment.kills.map(({ victim, at, share }) => `${victim} at ${Math.round(share * 100)} % of ${at}`)
  return { what: `${moment.way}: ${said.join(', ')}`, faults, ...counted, seconds }
}

/** An activity of each customer, as a writer of the product. */
async function actAll({ scene: { ask }, activityType }: Stage): Promise<void> {
  await ask(`begin; set local role ruam_app; set local ruam.store_id = '1'; select auth.write_in(1);
    insert into activity (store_id, profile_id, type_id, activity_at) select 1, id, ${activityType}, now() from profile where store_id = 1;
    commit`)
}

/** Waits until an automation has come so far. */
async function reach({ scene: { ask }, state, people }: Stage, id: number, { at, share }: AutomationKill) {
  const texts = {
    enter: 'select count(*)::int as n from automation_run where automation_id = $1',
    open: `select count(*)::int as n from automation_act where automation_id = $1 and kind not in ('entered', 'ended')`,
  }
  const steps = people * STEPS
  const all = { enter: people, open: steps, messages: people * MESSAGES }[at]
  const reached = async () =>
    at === 'messages' ? state.accepted.length : (await ask<{ n: number }>(texts[at], [id]))[0]!.n
  while ((await reached()) < share * all) await sleep(2)
  if (at !== 'open') return
  const isOpen = async () => (await ask(OPEN)).length > 0
  while (!(await isOpen()) && (await reached()) < steps) await sleep(1)
}

/** Kills, lets the worker sleep past its lease, or moves the clock an hour forward, back before the present, and right again. */
async function strike({ scene, moveClock }: Stage, { victim }: AutomationKill): Promise<void> {
  if (victim === 'asleep') {
    const worker = scene.workers[await busyWorker(scene.ask, scene.workers, WORKERS)]!
    await worker.signal('SIGSTOP')
    await sleep(ASLEEP_MS)
    await worker.signal('SIGCONT')
  } else if (victim === 'clock') {
    for (const hours of [1, -1, 0]) {
      await moveClock(hours)
      // Its leases end in an hour and more.
      if (hours < 0) await scene.kill('worker')
      await sleep(MOVED_MS)
    }
  } else await scene.kill(victim)
}

/** Waits until all customers have ended and LINE has their messages. Returns false if they are stuck. */
async function over({ scene: { ask }, state, people }: Stage, id: number): Promise<boolean> {
  const text = `select (select count(*)::int from automation_run where automation_id = $1 and ended_at is not null) as ended,
    (select count(*)::int from automation_act where automation_id = $1) as acts,
    (select count(*)::int from broadcast where automation_id = $1 and status = 'pending') as sending`
  let [done, since] = [-1, performance.now()]
  while (performance.now() - since < STUCK_MS) {
    const [now] = await ask<{ ended: number; acts: number; sending: number }>(text, [id])
    if (now!.ended === people && now!.sending === 0) return true
    if (now!.acts + state.accepted.length > done) [done, since] = [now!.acts + state.accepted.length, performance.now()]
    await sleep(100)
  }
  return false
}

/** Counts steps and messages, and lists faults: a customer without a step or with two, other outcomes, and messages that LINE has other than once. */
async function countOf({ scene: { ask }, state, people }: Stage, id: number) {
  const [runs] = await ask<{ runs: number; done: number; whole: number; steps: number }>(
    `select count(*)::int as runs, (count(*) filter (where end_reason = 'done'))::int as done,
       (count(*) filter (where a.acts = $2::int and a.steps = array[1, 2, 3, 4, 6]))::int as whole,
       sum(cardinality(a.steps))::int as steps
     from automation_run r cross join lateral (
       select count(*) as acts, array_agg(step order by nth) filter (where step is not null and outcome in ('done', 'yes')) as steps
       from automation_act where store_id = r.store_id and run_id = r.id) a
     where r.automation_id = $1`,
    [id, ACTS],
  )
  const users = new Map<string, number>()
  for (const { userId, message: sent } of state.accepted) {
    const key = `${userId} ${(sent as { text: string }).text}`
    users.set(key, (users.get(key) ?? 0) + 1)
  }
  const twice = [...users.values()].filter((n) => n > 1).length
  const { runs: all, done, whole, steps } = runs!
  const counted = [
    ['customers entered', all, people],
    ['runs done', done, people],
    ['runs with each step once', whole, people],
    ['messages at LINE', users.size, people * MESSAGES],
  ] as const
  const faults = [
    ...counted.flatMap(([what, found, expected]) => (found === expected ? [] : [`${what}: ${found} of ${expected}`])),
    ...(twice === 0 ? [] : [`${twice} messages twice`]),
    ...state.violations.splice(0).slice(0, 3),
  ]
  return { faults, steps, messages: users.size }
}
