import type { ExposureKind } from '@ruam/contract/privacy/exposure.ts'
import { type Random, randomOf } from '../../tools/random.ts'
import { field, rowsOf } from '../testing/customers/profiles.testing.ts'
import { type Member, newStore, type TestStore } from '../testing/store.testing.ts'

/** Hours over which a world is spread. */
const HOURS = 240
const HOUR_MS = 3_600_000
const PEOPLE = 40
const READS = 120

/** Hours before the present hour. */
type Ago = number

interface Person {
  id: number
  made: Ago
  deleted: Ago | null
  restricted: Ago | null
  merged: number | null
}

/** An answer, a file or a request of a program. */
interface Read {
  kind: 'person' | 'program' | 'export'
  /** User or credential, or the export. */
  viewer: number
  /** Author of an export. */
  user?: number
  at: Ago
  people: number[]
  fields: number[]
}

interface Source {
  kind: ExposureKind
  id: number
  /** First and last hour in which its right existed and it was in use. Null: never. */
  used: { first: Ago; last: Ago } | null
}

export interface Question {
  kind: ExposureKind
  id: number
  from: string
  to: string
  hours: { from: Ago; to: Ago }
}

export interface ExposureWorld {
  store: TestStore
  people: Person[]
  reads: Read[]
  sources: Source[]
  sessions: { first: Ago; last: Ago }[]
  questions: Question[]
}

/** Start of the present hour. Minutes are added so that no instant is at the end of an hour. */
const hourNow = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const instant = (base: number, ago: Ago, minutes: number) =>
  new Date(base - ago * HOUR_MS + minutes * 60_000).toISOString()

const int = (random: Random, from: number, to: number) => from + random.below(to - from + 1)

const some = <T>(random: Random, all: readonly T[], most: number): T[] => {
  const chosen = new Set<T>()
  const count = int(random, 1, most)
  for (let n = 0; n < count; n++) chosen.add(random.pick(all))
  return [...chosen]
}

/** Builds a store whose readings are written as rows, some of past hours summed up, with questions about them. */
export async function buildExposures(seed: number, count: number): Promise<ExposureWorld> {
  const random = randomOf(seed)
  const store = await newStore()
  const base = hourNow()
  const people = await addPeople(store, random, base)
  const [reader, counter] = [
    await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read']),
    await store.member(['cdp-core.broadcast.create']),
  ]
  await settleMembers(store)
  const program = await addProgram(store)
  const reads: Read[] = []
  const exports = [1_000_001, 1_000_002, 1_000_003]
  for (let n = 0; n < READS; n++) reads.push(randomRead(random, people, [reader, counter], program))
  for (const id of exports)
    reads.push({
      ...{ kind: 'export', viewer: id, user: random.pick([reader, counter]).userId, at: int(random, 1, HOURS) },
      ...{ people: some(random, people, 15).map((one) => one.id), fields: some(random, [1, 2, field.income], 3) },
    })
  for (const read of reads) await writeRead(store, random, base, read)
  const sessions = [0, 1].map(() => {
    const first = int(random, 2, HOURS)
    return { first, last: Math.max(1, first - int(random, 0, 5)) }
  })
  for (const [pid, { first, last }] of sessions.entries())
    await rowsOf(
      store,
      `insert into sql_session (store_id, role_name, pid, began_at, seen_at, ended_at, field_ids)
       values ($1, 'ruam_sql_3_abcdefghij', $2, $3, $4, $4, '{}')`,
      ...[pid, instant(base, first, 10), instant(base, last, 50)],
    )
  const sources: Source[] = [
    { kind: 'person', id: reader.userId, used: { first: HOURS * 2, last: -1 } },
    { kind: 'person', id: counter.userId, used: null },
    { kind: 'program', id: program, used: { first: HOURS * 2, last: -1 } },
    ...exports.map((id) => ({ kind: 'export' as const, id, used: null })),
    { kind: 'sql', id: 1, used: null },
  ]
  const questions = Array.from({ length: count }, () => randomQuestion(random, base, sources))
  return { store, people, reads, sources, sessions, questions }
}

async function addPeople(store: TestStore, random: Random, base: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n++) {
    const made = int(random, 1, HOURS)
    const [deleted, restricted] = [int(random, 0, 4) === 0, int(random, 0, 4) === 0].map((is) =>
      is ? int(random, 0, made) : null,
    ) as [Ago | null, Ago | null]
    const survivors = people.filter((one) => one.merged === null && one.deleted === null)
    const merged = int(random, 0, 5) === 0 && survivors.length > 0 ? random.pick(survivors).id : null
    const at = (ago: Ago | null) => (ago === null ? null : instant(base, ago, 20))
    const [row] = await rowsOf<{ id: number }>(
      store,
      `insert into profile (store_id, first_name, created_at, deleted_at, restricted_at, merged_into)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      ...[`คนที่ ${n}`, at(made), merged === null ? at(deleted) : null, at(restricted), merged],
    )
    people.push({ id: Number(row!.id), made, deleted: merged === null ? deleted : null, restricted, merged })
  }
  return people
}

/** Makes the members and their rights older than the world. */
async function settleMembers(store: TestStore) {
  await rowsOf(store, "update role set updated_at = now() - interval '60 days' where store_id = $1")
  await rowsOf(store, "update store_member set created_at = now() - interval '60 days' where store_id = $1")
}

async function addProgram(store: TestStore): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    store,
    `insert into credential (store_id, kind, name, scopes, secret_hash, secret_end, expires_at, created_at, last_used_at)
     values ($1, 'key', 'แอปสมาชิก', '{profile:read}', sha256($2::text::bytea), 'f1Qa', now() + interval '90 days', now() - interval '60 days', now())
     returning id`,
    crypto.randomUUID(),
  )
  return row!.id
}

function randomRead(random: Random, people: readonly Person[], members: readonly Member[], program: number): Read {
  const isProgram = int(random, 0, 2) === 0
  return {
    ...{ kind: isProgram ? 'program' : 'person', viewer: isProgram ? program : random.pick(members).userId },
    ...{ at: int(random, 0, HOURS), people: some(random, people, 6).map((one) => one.id) },
    fields: some(random, [field.income, field.citizenId], 2),
  }
}

/** Writes a reading as the product does: raw, summed up by hour, as a file, or in the log of requests. */
async function writeRead(store: TestStore, random: Random, base: number, read: Read) {
  const at = instant(base, read.at, int(random, 1, 58))
  if (read.kind === 'export') {
    await rowsOf(
      store,
      `insert into export_people (store_id, export_id, part, at, user_id, field_ids, profile_ids) values ($1, $2, 0, $3, $4, $5, $6)`,
      ...[read.viewer, at, read.user, read.fields, read.people],
    )
    return
  }
  if (read.kind === 'program' && read.people.length === 1 && int(random, 0, 2) === 0) {
    read.fields = []
    await rowsOf(
      store,
      `insert into program_request (store_id, credential_id, at, call, status, duration_ms, request_id, address, profile_id)
       values ($1, $2, $3, 'GET /open-api/v1/profiles/{id}', 200, 1, 'r', '127.0.0.1', $4)`,
      ...[read.viewer, at, read.people[0]],
    )
    return
  }
  const viewer = `${read.kind}:${read.viewer}`
  if (int(random, 0, 1) === 0 || read.at < 2)
    await rowsOf(
      store,
      `insert into sensitive_read (store_id, at, viewer, way, field_ids, profile_ids) values ($1, $2, $3, 'GET /profile', $4, $5)`,
      ...[at, viewer, read.fields, read.people],
    )
  else
    await rowsOf(
      store,
      `insert into sensitive_read_hour as h (store_id, profile_id, hour, viewer, way, field_ids, reads)
       select $1, p, $2, $3, 'POST /profile/query', $4, 1 from unnest($5::bigint[]) p
       on conflict (store_id, profile_id, hour, viewer, way) do update set reads = h.reads + 1,
         field_ids = array(select distinct f from unnest(h.field_ids || excluded.field_ids) f order by f)`,
      ...[instant(base, read.at, 0), viewer, read.fields, read.people],
    )
}

function randomQuestion(random: Random, base: number, sources: readonly Source[]): Question {
  const { kind, id } = random.pick(sources)
  const first = int(random, 1, HOURS)
  const last = int(random, 0, first)
  return {
    ...{ kind, id, hours: { from: first, to: last } },
    ...{ from: instant(base, first, int(random, 0, 20)), to: instant(base, last, int(random, 30, 59)) },
  }
}

/** Returns what an incident must find, computed from the world alone. */
export function expectedOf({ people, reads, sources, sessions }: ExposureWorld, { kind, id, hours }: Question) {
  // The present hour is not over: a window ends with it at the latest.
  const within = (at: Ago) => at <= hours.from && at >= hours.to
  const survivor = new Map(people.map((one) => [one.id, one.merged ?? one.id]))
  const own = reads.filter(
    (read) =>
      within(read.at) &&
      ((read.kind === kind && read.viewer === id) || (kind === 'person' && read.kind === 'export' && read.user === id)),
  )
  const fields = new Map<number, Set<number>>()
  for (const read of own)
    for (const person of read.people) {
      const one = survivor.get(person)!
      fields.set(one, new Set([...(fields.get(one) ?? []), ...read.fields]))
    }
  const certain = [...fields.keys()].toSorted((a, b) => a - b)
  const counts: Record<number, number> = {}
  for (const set of fields.values()) for (const one of set) counts[one] = (counts[one] ?? 0) + 1
  const isOpen =
    kind === 'sql'
      ? sessions.some(({ first, last }) => first >= hours.to && last <= hours.from)
      : sources.find((source) => source.kind === kind && source.id === id)!.used !== null
  const could = people.filter(
    (one) =>
      one.merged === null &&
      one.made >= hours.to &&
      (one.deleted === null || one.deleted <= hours.from) &&
      (kind === 'person' || one.restricted === null || one.restricted <= hours.from) &&
      !fields.has(one.id),
  )
  return { certain, people: certain.length, fields: counts, possible: isOpen ? could.length : 0 }
}
