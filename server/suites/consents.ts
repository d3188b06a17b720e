import { type WordingChannel, wordingChannels } from '@ruam/contract/customers/consent-wording.ts'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { sql } from 'kysely'
import { type Random, randomOf } from '../../tools/random.ts'
import { guard } from '../automations/engine/guards.ts'
import { audienceRows } from '../broadcasts/audience/audience.ts'
import { writeEntries } from '../customers/consents/calls/write-entries.ts'
import { compileRule } from '../customers/rules/compile.ts'
import { ruleContext } from '../customers/rules/context.ts'
import { addMonths } from '../customers/rules/days.ts'
import { type Db, inStore } from '../database/db.ts'
import { viewsOf } from '../open-api/profile-api/views.ts'
import { type Scene, scene } from '../testing/broadcasts/broadcasts.testing.ts'
import { coreOf, testServer } from '../testing/store.testing.ts'

// Histories of consents in random order, and a model that says whose consent counts.

type Operation = 'granted' | 'withdrawn'
type Standing = Operation | 'under_age' | 'unknown'

interface Entry {
  operation: Operation
  version: number
  guardian: boolean
  /** A run of a file brought it. */
  ofFile: boolean
}

interface Person {
  id: number
  birth: string | null
  entries: Entry[]
}

interface Model {
  today: string
  gate: boolean
  versions: { restarts: boolean; channels: readonly WordingChannel[] }[]
  people: Person[]
}

/** Says how a consent counts, by the words of the decision and none of the SQL. */
function standingOf({ today, gate, versions }: Model, person: Person, channel?: WordingChannel): Standing {
  const floor = versions.reduce((lowest, { restarts }, place) => (restarts ? place + 1 : lowest), 1)
  const wordOf = (guardian: boolean): Operation | null => {
    const newest = person.entries.findLast((entry) => entry.guardian === guardian)
    if (!newest || newest.operation === 'withdrawn') return newest?.operation ?? null
    if (newest.version < floor) return null
    return channel && !versions[newest.version - 1]!.channels.includes(channel) ? null : 'granted'
  }
  const own = wordOf(false)
  const isAdult = person.birth !== null && addMonths(person.birth, 240) <= today
  const guardian = gate && !isAdult ? wordOf(true) : null
  if (own === 'withdrawn' || guardian === 'withdrawn') return 'withdrawn'
  if (gate && person.birth !== null && !isAdult && guardian !== 'granted') return 'under_age'
  return own === 'granted' || guardian === 'granted' ? 'granted' : 'unknown'
}

/** Adds an answer to the ledger of the model, unless it repeats the newest one. */
function answer({ versions }: Model, { entries }: Person, operation: Operation, { guardian = false, ofFile = false }) {
  const version = versions.length
  const newest = entries.findLast((entry) => entry.guardian === guardian)
  const isNewGrant = operation === 'granted' && newest?.operation === 'granted' && newest.version < version
  const isWritten = ofFile
    ? operation === 'withdrawn'
      ? newest?.operation !== 'withdrawn'
      : !newest || isNewGrant
    : newest?.operation !== operation || newest.ofFile || isNewGrant
  if (isWritten) entries.push({ operation, version, guardian, ofFile })
}

/** Plays a history of 14 steps. Returns its steps, and the result of each way of reading consents with that of the model. */
export async function playConsents(seed: number) {
  const random = randomOf(seed)
  const made = await scene({ friends: 5 })
  const { store } = made
  const purpose = await store.call(consents.createPurpose, { body: { name: 'เรื่องใหม่', description: 'ส่งข่าวทาง LINE' } })
  const { admin } = await testServer()
  const { rows } = await admin.query<{ today: string }>(
    'select (now() at time zone time_zone)::date::text as today from store where store_id = $1',
    [store.storeId],
  )
  const model: Model = {
    today: rows[0]!.today,
    gate: false,
    versions: [{ restarts: false, channels: ['line', 'email', 'sms', 'phone'] }],
    people: made.people.map(({ id }) => ({ id, birth: null, entries: [] })),
  }
  const steps: string[] = []
  for (let n = 0; n < 14; n++) steps.push(await step(made, purpose.id, model, random))
  return { steps, pairs: await readings(made, purpose.id, model) }
}

async function step({ store }: Scene, purposeId: number, model: Model, random: Random): Promise<string> {
  const person = random.pick(model.people)
  const operation = random.pick(['granted', 'granted', 'withdrawn'] as const)
  const kind = random.pick([
    'staff',
    'staff',
    'guardian',
    'file',
    'program',
    'birth',
    'birth',
    'gate',
    'wording',
  ] as const)
  const of = `${kind} ${model.people.indexOf(person)}`
  const { pool } = await coreOf({ storeId: store.storeId })
  switch (kind) {
    case 'staff':
    case 'guardian': {
      const guardian = kind === 'guardian'
      const said = {
        profile_id: person.id,
        purpose_id: purposeId,
        operation,
        way: 'paper' as const,
        note: '7',
        guardian,
      }
      const { status } = await store.try(consents.record, { body: said })
      if (status === 200) answer(model, person, operation, { guardian })
      return `${of} ${operation} ${status}`
    }
    case 'program':
    case 'file': {
      const ofFile = kind === 'file'
      const by = ofFile
        ? { run: { id: 1, createdBy: null, isOfProgram: false } }
        : ({ kind: 'person', id: store.userId } as const)
      const evidence = { way: kind } as const
      const entry = { profile_id: person.id, purpose_id: purposeId, operation, note: 'x', evidence }
      await inStore(pool, store.storeId, (db) => writeEntries(db, store.storeId, by as never, [entry]))
      answer(model, person, operation, { ofFile })
      return `${of} ${operation}`
    }
    case 'birth': {
      const days = random.pick(['-300', '-240', '-100', null] as const)
      const birth = days === null ? null : addMonths(model.today, Number(days))
      person.birth = birth
      await inStore(pool, store.storeId, (db) =>
        sql`update profile set birth_date = ${birth}::date where store_id = ${store.storeId} and id = ${person.id}`.execute(
          db,
        ),
      )
      return `${of} ${birth}`
    }
    case 'gate': {
      model.gate = random.chance(0.7)
      await store.call(consentWordings.setAgeGate, { body: { value: model.gate } })
      return `gate ${model.gate}`
    }
    case 'wording': {
      const choice = random.pick(['keep', 'restart'] as const)
      const channels = random.chance(0.7) ? ([...wordingChannels] as WordingChannel[]) : (['email'] as WordingChannel[])
      const params = { id: String(purposeId) }
      const words = {
        text_th: `ข้อความ ${model.versions.length}`,
        text_en: '',
        channels,
        legal_basis: 'consent' as const,
      }
      const { draft, people } = await store.call(consentWordings.saveDraft, { params, body: words })
      const body = { choice, origin_time: draft!.updated_at, granted: people.granted }
      await store.call(consentWordings.startDraft, { params, body })
      model.versions.push({ restarts: choice === 'restart', channels })
      return `wording ${choice} ${channels.length}`
    }
  }
}

/** What each way of reading says of each customer, and what the model says. */
async function readings({ store, account }: Scene, purposeId: number, model: Model) {
  const { storeId } = store
  const { pool } = await coreOf({ storeId })
  const ids = model.people.map(({ id }) => id)
  const expected = (of: (person: Person) => unknown) => model.people.map((person) => [person.id, of(person)])
  const sorted = (found: Map<number, unknown>) => ids.map((id) => [id, found.get(id) ?? null])
  const any = (person: Person) => standingOf(model, person)
  const byLine = (skips: boolean) => (person: Person) => {
    const standing = standingOf(model, person, 'line')
    if (standing === 'withdrawn' || standing === 'under_age') return standing
    return standing === 'unknown' && skips ? 'unknown_consent' : null
  }
  return inStore(pool, storeId, async (db) => {
    const pairs: { what: string; is: unknown; should: unknown }[] = []
    for (const skips of [false, true]) {
      const unknown_consent = skips ? 'skip' : 'send'
      const asked = {
        ...{ account: { type: 'lineOA' as const, channel_id: account.id }, purposeId },
        settings: { unknown_consent, weekly_cap: null } as const,
      }
      const { rows } = await sql<{ profile_id: number; reason: string | null }>`
        select profile_id, reason from (${audienceRows(storeId, asked, sql`(select unnest(${ids}::bigint[]) as id)`)}) a`.execute(
        db,
      )
      const found = new Map(rows.map(({ profile_id, reason }) => [profile_id, reason]))
      pairs.push({ what: `audience ${unknown_consent}`, is: sorted(found), should: expected(byLine(skips)) })
    }
    pairs.push({
      what: 'guard',
      is: sorted(await guarded(db, storeId, account.id, purposeId, ids)),
      should: expected(byLine(false)),
    })
    for (const operator of ['granted', 'withdrawn', 'unknown'] as const) {
      const rule: RuleGroup = { condition: 'and', rules: [{ kind: 'consent', purpose_id: purposeId, operator }] }
      const { is, means } = compileRule(rule, await ruleContext(db, storeId, [rule]))
      const bySet = await sql<{ id: number }>`select m.id from ${means()} m where m.id = any(${ids}::bigint[])`.execute(
        db,
      )
      const byRow = await sql<{
        id: number
      }>`select id from profile where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${is}`.execute(db)
      const should = model.people.flatMap((person) => (any(person) === operator ? person.id : [])).sort((a, b) => a - b)
      for (const [what, { rows }] of [
        ['set', bySet],
        ['row', byRow],
      ] as const)
        pairs.push({ what: `rule ${operator} by ${what}`, is: rows.map(({ id }) => id).sort((a, b) => a - b), should })
    }
    const view = (await viewsOf(db, storeId)).find(({ name }) => name === 'consent')!
    const { rows } = await sql<{
      id: number
      standing: string
    }>`select e.profile_id as id, consent.standing ${sql.raw(view.from)} and e.purpose_id = ${purposeId}`.execute(db)
    pairs.push({
      what: 'view of SQL logins',
      is: rows.map(({ id, standing }) => [id, standing]).sort(byId),
      should: model.people
        .flatMap((person) => (person.entries.length > 0 ? [[person.id, any(person)]] : []))
        .sort(byId),
    })
    const counted = { granted: 0, withdrawn: 0, under_age: 0, unknown: 0 }
    for (const person of model.people) counted[any(person)]++
    const { people } = await store.call(consentWordings.purpose, { params: { id: String(purposeId) } })
    pairs.push({ what: 'counts of the page', is: people, should: counted })
    const listed = (await store.call(consents.purposes, { query: {} })).data.find(({ id }) => id === purposeId)!
    pairs.push({
      what: 'counts of the list',
      is: [listed.granted.total, listed.withdrawn.total],
      should: [counted.granted, counted.withdrawn],
    })
    const states = new Map<number, unknown>()
    for (const id of ids) {
      const { data } = await store.call(consents.ofProfile, { query: { profile_id: String(id) } })
      states.set(id, data.find(({ purpose }) => purpose.id === purposeId)!.state)
    }
    pairs.push({ what: 'profile', is: sorted(states), should: expected(any) })
    return pairs
  })
}

const byId = ([a]: unknown[], [b]: unknown[]) => Number(a) - Number(b)

/** Reasons of the guards of an automation, by customer. */
async function guarded(db: Db, storeId: number, channel_id: number, purpose_id: number, ids: readonly number[]) {
  const at = new Date().toISOString()
  await sql`update broadcast_setting set quiet_from = null, quiet_to = null where store_id = ${storeId}`.execute(db)
  const world = { db, storeId, timeZone: 'Asia/Bangkok' } as never
  const due = ids.map((profile_id) => ({ profile_id, at, due_at: at }))
  const verdicts = await guard(world, { definition: { channel_id } } as never, { purpose_id } as never, due as never)
  return new Map([...verdicts].map(([id, verdict]) => [id, 'skipped' in verdict ? verdict.skipped : null]))
}
