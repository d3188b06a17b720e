// Changes of all kinds while the sender and the receiver of their webhook are killed: each must arrive, in the order of its customer.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomOf } from '../../tools/random.ts'
import { type Arrived, deliveryFaults } from './change-copy.ts'
import { allDelivered, type ChangeScene, countEvents, openChangeScene, openLongTransaction } from './change-scene.ts'
import { names, WRITERS, writeChanges } from './change-writers.ts'
import { importAndUndo } from './ingest-imports.ts'

interface Options {
  seed: number
  /** Events that are written at least. */
  changes: number
  /** Kills of the sender and the receiver in turn. */
  kills: number
  /** Files that are imported, each second one undone. */
  files: number
  /** Milliseconds for which one transaction stays open; until all other changes are delivered if left out. */
  openMs?: number | undefined
  tell?: (line: string) => void
}

interface Outcome {
  faults: string[]
  /** Events by type, as they arrived. */
  types: Record<string, number>
  events: number
  deliveries: number
  /** Milliseconds from a change to its arrival, sorted: of all, and of those apart from kills. */
  waits: { all: number[]; apart: number[] }
}

const POLL_MS = 100
const SESSION_MS = 600_000
/** Milliseconds after a kill in which events wait: the lease of a killed sender expires after 12 s. */
const AFTER_MS = { sender: 25_000, receiver: 8000 }
/** Milliseconds for which a killed receiver is away at most. */
const AWAY_MS = 2000

export async function playChanges(options: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-changes-'))
  const scene = await openChangeScene(folder, WRITERS, names.slice(0, 2))
  try {
    return await play(scene, options)
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(scene: ChangeScene, { seed, changes, kills, files, openMs, tell }: Options): Promise<Outcome> {
  const random = randomOf(seed)
  let staff = await scene.signIn()
  let since = performance.now()
  let written = 0
  let isOver = false
  const following = (async () => {
    while (!isOver) {
      written = await countEvents(scene)
      await scene.copy.readOn()
      if (performance.now() - since > SESSION_MS) {
        since = performance.now()
        staff = await scene.signIn()
      }
      await sleep(POLL_MS)
    }
  })()
  const reached = async (share: number) => {
    while (written < changes * share) await sleep(POLL_MS)
  }
  const held = await openLongTransaction(scene)
  const committed = openMs === undefined ? undefined : sleep(openMs).then(held.commit)
  const importing = (async () => {
    for (let n = 0; n < files; n++) {
      await reached(n / (files + 1))
      await importAndUndo({ ...scene, client: staff }, n, 1)
    }
  })()
  const windows: [number, number][] = []
  const killing = (async () => {
    for (let n = 0; n < kills; n++) {
      await reached((n + random.next()) / kills)
      windows.push(await killOne(scene, n % 2 === 0 ? 'sender' : 'receiver', random))
      tell?.(`${written} events written, ${scene.copy.arrived.length} arrived`)
    }
  })()
  const writing = { ...scene, staff: () => staff, firstId: scene.heldId + 1, phones: Math.ceil(changes / 50) }
  await writeChanges(writing, seed, () => written >= changes)
  await Promise.all([importing, killing])
  await allDelivered(scene)
  await (committed ?? held.commit())
  await allDelivered(scene)
  isOver = true
  await following
  await scene.copy.readOn()
  return outcomeOf(scene, held.id, windows)
}

/** kill -9 of a process, and its start. Returns from when to when events wait for it. */
async function killOne({ scene, receiver }: ChangeScene, victim: 'sender' | 'receiver', random: Random) {
  const from = Date.now() - 1000
  if (victim === 'sender') await scene.kill('worker')
  else {
    await receiver.kill()
    await sleep(random.next() * AWAY_MS)
    await receiver.start()
  }
  return [from, Date.now() + AFTER_MS[victim]] as [number, number]
}

async function outcomeOf(scene: ChangeScene, heldCustomer: number, windows: readonly [number, number][]) {
  const { copy, heldId } = scene
  const { arrived, deliveries } = copy
  const stream = await scene.readStream()
  const faults = [
    ...deliveryFaults(stream, arrived),
    ...(await copy.differences([heldId])),
    ...(await entryFaults(scene, arrived)),
  ]
  const types: Record<string, number> = {}
  for (const { type } of arrived) types[type] = (types[type] ?? 0) + 1
  const waited = arrived.filter(({ profile_id }) => profile_id !== heldId && profile_id !== heldCustomer)
  const apart = waited.filter(({ at }) => !windows.some(([from, to]) => Date.parse(at) > from && Date.parse(at) < to))
  return { faults, types, events: stream.length, deliveries, waits: { all: waitsOf(waited), apart: waitsOf(apart) } }
}

const waitsOf = (events: readonly Arrived[]) =>
  events.map(({ received, at }) => received - Date.parse(at)).toSorted((a, b) => a - b)

/** Returns what is wrong with activities and consents, which merges move between customers. */
async function entryFaults({ scene, storeId }: ChangeScene, arrived: readonly Arrived[]): Promise<string[]> {
  const entries = await scene.ask<{ entry: string }>(
    `select 'activity ' || id as entry from activity where store_id = $1
     union all select purpose_id || ' ' || status from consent_entry where store_id = $1`,
    [storeId],
  )
  const events = arrived.flatMap(({ type, activity_id, purpose_id, status }) => {
    if (type === 'activity.created') return `activity ${activity_id}`
    return type === 'consent.changed' ? `${purpose_id} ${status}` : []
  })
  const [stored, told] = [countOf(entries.map(({ entry }) => entry)), countOf(events)]
  return [...new Set([...stored.keys(), ...told.keys()])].flatMap((entry) =>
    stored.get(entry) === told.get(entry)
      ? []
      : `${entry} is there ${stored.get(entry)} times and arrived ${told.get(entry)} times`,
  )
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
