import { setTimeout as sleep } from 'node:timers/promises'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { exportListTypes, exports } from '@ruam/contract/reports/exports.ts'
import { sql } from 'kysely'
import { inStore } from '../database/db.ts'
import { openBody, writeRequests } from '../http/request-log.ts'
import { viewsOf } from '../open-api/profile-api/views.ts'
import { notCopied } from '../privacy/copy/sections.ts'
import { rowsContaining } from '../testing/customers/profile-erasure.testing.ts'
import { rowsOf } from '../testing/customers/profiles.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import { downloaded, linkOf, over, startedExport } from '../testing/reports/exports.testing.ts'
import { type TestStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { playActs } from './counters.ts'
import { byId } from './history-scene.ts'
import {
  beginWorld,
  COPIED,
  ERASED,
  normal,
  patternOf,
  privacyActs,
  RESTRICTED,
  survivorOf,
  type World,
} from './privacy-acts.ts'
import { readingCalls, visibleTexts } from './ways-out.ts'

// Histories of every writer, and what is left of three people: one restricted, one with a copy, one erased.

/** Looks for values that are about to be removed. */
const LOOKS = 20

/** Finds where a store keeps planted words: by word, the people that rows of each table belong to. */
type Owners = Map<string, Map<number, Set<string>>>

/** SQL for the profile of a row `t`, for tables in which it is not the column `profile_id`. */
const profileOf: Record<string, string> = {
  profile: 't.id',
  online_log_payload: '(select l.profile_id from online_log l where l.store_id = t.store_id and l.id = t.log_id)',
  privacy_request:
    '(select min(p.profile_id) from privacy_request_profile p where p.store_id = t.store_id and p.request_id = t.id)',
  purchase_line: '(select a.profile_id from activity a where a.store_id = t.store_id and a.id = t.activity_id)',
}

/** Searches every table of the store, by hand: the product's lists of tables are not read. */
async function ownersOf({ seed, scene }: World): Promise<Owners> {
  const { store } = scene
  const { admin } = await testServer()
  const { rows: tables } = await admin.query<{ name: string; has: boolean }>(
    `select table_name as name, bool_or(column_name = 'profile_id') as has from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 having bool_or(column_name = 'store_id') order by 1`,
  )
  const owners: Owners = new Map()
  for (const { name, has } of tables) {
    const profile = profileOf[name] ?? (has ? 't.profile_id' : undefined)
    if (!profile) continue
    // A preview is of people who are not there yet, under numbers of its own.
    const some =
      name === 'run_record'
        ? "and exists (select from run r where r.store_id = t.store_id and r.id = t.run and r.kind <> 'dry')"
        : ''
    const rows = await rowsOf<{ id: number | null; found: string }>(
      store,
      `select distinct ${profile} as id, m.found[1] as found from ${name} t, regexp_matches(t::text, '(' || $2 || ')', 'gi') m (found)
       where t.store_id = $1 ${some}`,
      patternOf(seed),
    )
    for (const { id, found } of rows) {
      if (id === null) continue
      const root = (await survivorOf(scene, Number(id)))?.id
      if (root === undefined) continue
      const word = normal(found)
      const of = owners.get(word) ?? new Map<number, Set<string>>()
      of.set(root, (of.get(root) ?? new Set()).add(name))
      owners.set(word, of)
    }
  }
  return owners
}

const wordsIn = (seed: number, text: string) =>
  new Set([...text.matchAll(new RegExp(patternOf(seed), 'gi'))].map(([found]) => normal(found)))

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...words].filter((word) => !others.has(word))

/** Words that rows of a person hold outside of texts about others. */
function wordsOf(owners: Owners, root: number, isOwn: (tables: ReadonlySet<string>) => boolean): Set<string> {
  return new Set([...owners].flatMap(([word, of]) => (of.has(root) && isOwn(of.get(root)!) ? [word] : [])))
}

interface Ended {
  faults: string[]
  acts: number
  /** Words that were compared with a copy, sought after a restriction, and sought after an erasure. */
  copied: number
  withheld: number
  erased: number
}

/** Plays a history with so many of each act. `lines`: log of the server. */
export async function playPrivacy(seed: number, times: number, lines: () => readonly string[]): Promise<Ended> {
  let world!: World
  const { scene, acts } = await playActs(
    seed,
    async (made) => {
      world = await beginWorld(seed, made)
      return privacyActs(world)
    },
    times,
  )
  const { store, faults } = scene
  await idle(store)
  const roots: (number | undefined)[] = []
  for (const { id } of world.people) {
    const found = await survivorOf(scene, id)
    if (found?.deleted) await store.call(profiles.restore, byId(found.id))
    roots.push(found?.id)
  }
  const [erased, restricted, copy] = [roots[ERASED], roots[RESTRICTED], roots[COPIED]]
  const ended: Ended = {
    ...{ faults, copied: 0, withheld: 0, erased: 0 },
    acts: Object.values(acts).reduce((sum, { done }) => sum + done, 0),
  }
  if (copy !== undefined) ended.copied = await checkCopy(world, copy)
  if (restricted !== undefined) ended.withheld = await checkRestricted(world, restricted)
  if (erased !== undefined) ended.erased = await checkErased(world, erased, lines)
  return ended
}

async function idle({ storeId }: TestStore): Promise<void> {
  const { admin } = await testServer()
  const busy = `select from run where store_id = $1 and kind <> 'stream' and status in ('pending', 'processing')
    union all select from job where store_id = $1 and status in ('pending', 'processing')`
  await until(async () => (await admin.query(busy, [storeId])).rowCount === 0)
  await flush()
}

/** Writes the requests that wait in this process, as its clock does. */
async function flush(): Promise<void> {
  const { core } = await testServer()
  await writeRequests(core.pool, core.config.secretKey)
}

/** Compares a copy with a search over all tables. */
async function checkCopy(world: World, root: number): Promise<number> {
  const { seed, scene, people } = world
  const { store, faults } = scene
  const body = { kind: 'copy' as const, source: 'branch' as const, profile_ids: [root] }
  const { id } = await store.call(privacyRequests.create, { body })
  await store.call(privacyRequests.identify, { ...byId(id), body: { checks: ['member_card'] } })
  const owners = await ownersOf(world)
  await jobOver(store, (await store.call(privacyRequests.copy, byId(id))).job_id)
  // Names and keys of others are in texts about the customer, and hidden.
  const others = new Set(
    (await Promise.all(people.map(async (one) => [one, (await survivorOf(scene, one.id))?.id] as const))).flatMap(
      ([{ first, last, phone, email }, at]) => (at === root ? [] : [first, last, phone, email.split('@')[0]!]),
    ),
  )
  const isCopied = (tables: ReadonlySet<string>) => [...tables].some((name) => !(name in notCopied))
  const isKept = (tables: ReadonlySet<string>) => [...tables].some((name) => name !== 'activity')
  const should = wordsOf(owners, root, (tables) => isCopied(tables))
  for (const word of others) if (!wordsOf(owners, root, isKept).has(word)) should.delete(word)
  for (const format of ['json', 'html'] as const) {
    const params = { id: String(id), format }
    const file = (await store.call(privacyRequests.download, { params })) as unknown as Blob
    const is = wordsIn(seed, await file.text())
    const told = (words: readonly string[]) =>
      words
        .map((word) => `${word} of ${world.minted.get(word)} in ${[...(owners.get(word)?.get(root) ?? [])]}`)
        .join('; ')
    const missing = without(should, is)
    const foreign = without(is, should)
    if (missing.length > 0) faults.push(`The ${format} copy lacks ${told(missing)}`)
    if (foreign.length > 0) faults.push(`The ${format} copy has ${told(foreign)}`)
  }
  return should.size
}

/** Restricts a person, and looks for them in every way out. */
async function checkRestricted(world: World, root: number): Promise<number> {
  const { seed, scene, sender, hook, people } = world
  const { store, faults } = scene
  const of = byId(root)
  await store.call(profileRestriction.restrict, { ...of, body: { kind: 'restricted', reason: 'ขอทางโทรศัพท์' } })
  await hook.send()
  const heard = hook.receiver.received.length
  await store.call(profileActivities.note, { ...of, body: { text: `โทรแล้ว ${world.word(RESTRICTED)}` } })
  await sender.send('profiles', [
    { values: { phone: people[RESTRICTED]!.phone, [world.names.field]: world.word(RESTRICTED) } },
  ])
  await idle(store)
  await hook.send()
  const events = hook.receiver.received.slice(heard).filter(({ event }) => event.data.profile_id === root)
  for (const { event } of events) faults.push(`A webhook delivers ${event.type} of a restricted customer`)
  const owners = await ownersOf(world)
  // Notes about others may name them.
  const own = new Set([...owners].flatMap(([word, of]) => (of.has(root) && of.size === 1 ? [word] : [])))
  const seek = (way: string, text: string) => {
    const found = [...wordsIn(seed, text)].filter((word) => own.has(word))
    if (found.length > 0) faults.push(`${way} shows a restricted customer: ${found}`)
  }
  const program = { store, key: sender.key, ids: { free: root, restricted: root } }
  for (const call of readingCalls.filter(({ endpoint }) => endpoint.permission === 'program'))
    seek(call.title, (await visibleTexts(program, call)).join())
  const started = [(await startedExport(store, { type: 'profile', file_type: 'csv' })).export_id]
  for (const type of exportListTypes) {
    await over(store, started.at(-1)!)
    started.push((await store.call(exports.createList, { body: { type, file_type: 'csv' } })).export_id)
  }
  for (const id of started) {
    const { status } = await over(store, id)
    if (status === 'completed') seek(`Export ${id}`, (await downloaded(await linkOf(store, id))).file.toString('utf8'))
    else faults.push(`Export ${id} has ended as ${status}`)
  }
  const { core } = await testServer()
  await inStore(core.pool, store.storeId, async (db) => {
    for (const { name, columns, from } of await viewsOf(db, store.storeId)) {
      const list = columns.map((column, place) => `${column.sql} as c${place}`).join(', ')
      const { rows } = await sql<{
        text: string
      }>`select v::text as text from (select ${sql.raw(`${list} ${from}`)}) v`.execute(db)
      seek(`The view ${name}`, rows.map(({ text }) => text).join())
    }
  })
  return own.size
}

/** Finds values after an erasure. An export that was stopped is over before its worker has removed what it wrote. */
async function remainsOf(values: string[]): Promise<string[]> {
  for (let look = 1; ; look++) {
    const places = await rowsContaining(values)
    if (places.length === 0 || look === LOOKS) return places
    await sleep(500)
  }
}

/** Erases a person, and looks for them everywhere. */
async function checkErased(world: World, root: number, lines: () => readonly string[]): Promise<number> {
  const { seed, scene, people, minted } = world
  const { store, faults, random } = scene
  const owners = await ownersOf(world)
  const keys = new Set([people[ERASED]!.phone, people[ERASED]!.email.split('@')[0]!])
  // Notes about others name them by phone and e-mail, which are redacted.
  const isOthers = (word: string) =>
    [...(owners.get(word) ?? [])].some(
      ([id, tables]) => id !== root && (!keys.has(word) || [...tables].some((name) => name !== 'activity')),
    )
  const own = [...owners].flatMap(([word, of]) => (of.has(root) ? [word] : []))
  const unowned = [...minted].flatMap(([word, place]) => (place === ERASED && !owners.has(word) ? [word] : []))
  const gone = [...new Set([...own, ...unowned])].filter((word) => !isOthers(word))
  if (random.chance(0.5)) {
    const body = { kind: 'erase' as const, source: 'email' as const, words: world.word(ERASED), profile_ids: [root] }
    const { id } = await store.call(privacyRequests.create, { body })
    await store.call(privacyRequests.identify, { ...byId(id), body: { checks: ['called_back'] } })
    await store.call(privacyRequests.decide, { ...byId(id), body: { decision: 'all', reason: world.word(ERASED) } })
  } else await store.call(profileErasure.erase, { ...byId(root), body: { confirm: true } })
  await idle(store)
  const { admin, core } = await testServer()
  const queued = "select from pgboss.job where name = 'file-remove' and state in ('created', 'retry', 'active')"
  await until(async () => (await admin.query(queued)).rowCount === 0)
  const forms = gone.flatMap((word) => (word.startsWith('0') ? [word, `+66${word.slice(1)}`] : [word]))
  for (const place of await remainsOf(forms)) faults.push(`After the erasure: ${place}`)
  for (const line of lines()) if (gone.some((word) => line.includes(word))) faults.push(`A line of the log: ${line}`)
  const bodies = await rowsOf<{ credential_id: number; body: Buffer }>(
    store,
    'select credential_id, body from program_request where store_id = $1 and body is not null',
  )
  for (const { credential_id, body } of bodies) {
    const found = wordsIn(seed, openBody(core.config.secretKey, store.storeId, credential_id, body))
    for (const word of gone) if (found.has(word)) faults.push(`A logged request has ${word}`)
  }
  return gone.length
}
