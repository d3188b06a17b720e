// `npm run verify push`: a thousand sockets on two servers; which events arrive, and how soon a socket without rights is closed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushEvent } from '@ruam/contract/push.ts'
import { openScene } from './crash-scene.ts'
import { makePeople, openSockets, type Person, publisherOf, type Socket, tryToHear } from './push-scene.ts'
import { residentBytes, startRuam } from './ruam-process.ts'

const stores = 20
const perStore = 10
const perPerson = 5
/** Product decisions section 2; milliseconds. */
const MOST_MS = 5000
/** Milliseconds for an event to arrive before it counts as missed. */
const PATIENCE_MS = 10_000

const folder = await mkdtemp(join(tmpdir(), 'ruam-push-'))
const scene = await openScene(folder, 0)
const second = await startRuam(folder, { role: 'api' })
const publisher = await publisherOf(folder)

let serial = 0
const sentAt = new Map<number, number>()

interface Sent {
  id: number
  event: PushEvent
  isFor(person: Person): boolean
}

/** An event for a store, one for each person, and one for those who hold a permission. */
function eventsOf(people: Person[]): Sent[] {
  const made = (
    to: Pick<PushEvent, 'store_id' | 'user_id' | 'permission'>,
    isFor: (person: Person) => boolean,
  ): Sent => {
    const id = ++serial
    const data = { export_id: id, progress: 0.5, status: 'processing' as const, url: '' }
    return { id, event: { ...to, event_type: 'export', event_data: data }, isFor }
  }
  const storeIds = [...new Set(people.map(({ storeId }) => storeId))]
  const permission = 'cdp-core.datasource.create'
  return [
    ...people.map(({ storeId, userId }) =>
      made({ store_id: storeId, user_id: userId }, (person) => person.userId === userId),
    ),
    ...storeIds.flatMap((storeId) => [
      made(
        { store_id: storeId, user_id: null, permission },
        (person) => person.storeId === storeId && person.permission === permission,
      ),
      made({ store_id: storeId, user_id: null }, (person) => person.storeId === storeId),
    ]),
  ]
}

/** Publishes events; counts those that missed a recipient, and those that arrived elsewhere or twice. */
async function round(people: Person[], listening: (person: Person) => boolean) {
  const sent = eventsOf(people)
  const sockets = people.flatMap((person) => person.sockets)
  for (const { heard } of sockets) heard.length = 0
  for (const { id, event } of sent) {
    sentAt.set(id, performance.now())
    await publisher.publish(event)
  }
  const due = ({ person }: Socket) =>
    listening(person) ? sent.filter(({ isFor }) => isFor(person)).map(({ id }) => id) : []
  const wanted = new Map(sockets.map((socket) => [socket, due(socket)]))
  const deadline = performance.now() + PATIENCE_MS
  const isMissing = () => sockets.some((socket) => socket.heard.length < wanted.get(socket)!.length)
  while (isMissing() && performance.now() < deadline) await sleep(20)
  // Unwanted events would arrive now.
  await sleep(200)
  let [missed, foreign, deliveries] = [0, 0, 0]
  for (const socket of sockets) {
    const ids = socket.heard.map(({ id }) => id)
    deliveries += ids.length
    missed += wanted.get(socket)!.filter((id) => !ids.includes(id)).length
    foreign += ids.filter((id, place) => !wanted.get(socket)!.includes(id) || ids.indexOf(id) !== place).length
  }
  const delays = sockets.flatMap(({ heard }) => heard.map(({ id, at }) => at - sentAt.get(id)!)).sort((a, b) => a - b)
  const quantile = (share: number) => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(1)
  console.log(
    `${sent.length} events, ${deliveries} deliveries: missed ${missed}, heard by others or twice ${foreign}; ` +
      `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`,
  )
  return missed + foreign
}

/** Counts subscriptions that were accepted against the rules. */
async function heardElsewhere(people: Person[]): Promise<number> {
  let letBe = 0
  for (const [place, { sockets }] of people.entries()) {
    const neighbour = people[(place + 1) % people.length]!.sockets[0]!.subject
    const stranger = people[(place + perStore) % people.length]!.sockets[0]!.subject
    for (const subject of [neighbour, stranger, '>', sockets[0]!.subject.replace(/\d+$/, '*')]) {
      if (!/violation/i.test((await tryToHear(sockets[0]!, subject)) ?? '')) letBe++
    }
  }
  console.log(`${people.length * 4} foreign subjects and wildcards asked for: ${letBe} let be`)
  return letBe
}

/** Takes the right away from every third person, in three ways, and waits for their sockets to end. */
async function cut(people: Person[]): Promise<{ gone: Set<Person>; late: number }> {
  const gone = people.filter((_, place) => place % 3 === 0)
  const way = (n: number) => gone.filter((_, place) => place % 3 === n)
  const userIds = (some: Person[]) => some.map(({ userId }) => userId)
  const began = performance.now()
  const ends = gone.flatMap(({ sockets }) =>
    sockets.map(({ connection }) =>
      Promise.race([
        connection.closed().then(() => performance.now() - began),
        sleep(2 * MOST_MS, Number.POSITIVE_INFINITY),
      ]),
    ),
  )
  await Promise.all([
    scene.ask('update store_member set removed_at = now() where user_id = any($1)', [userIds(way(0))]),
    scene.ask('update user_session set revoked_at = now() where id = any($1)', [
      way(1).map(({ sessionId }) => sessionId),
    ]),
    scene.ask(
      `update role r set permissions = '{}' from store_member m
       where m.store_id = r.store_id and m.role_id = r.id and m.user_id = any($1)`,
      [userIds(way(2))],
    ),
  ])
  const times = (await Promise.all(ends)).sort((a, b) => a - b)
  const late = times.filter((ms) => ms > MOST_MS).length
  console.log(
    `${times.length} sockets of ${gone.length} people who were removed, signed out or lost their right: ` +
      `cut after ${((times.at(-1) ?? 0) / 1000).toFixed(1)} s at most, ${late} later than ${MOST_MS / 1000} s`,
  )
  return { gone: new Set(gone), late }
}

let faults = 0
try {
  const people = await makePeople(scene.ask, stores, perStore)
  const began = performance.now()
  for (const person of people) await openSockets(person, [scene.address, second.address], perPerson)
  const seconds = (performance.now() - began) / 1000
  const memory = (await residentBytes([second.pid])) / 2 ** 20
  console.log(
    `${people.length * perPerson} sockets of ${people.length} people in ${stores} stores on 2 servers, ` +
      `opened in ${seconds.toFixed(1)} s; a server with half of them holds ${memory.toFixed(0)} MB`,
  )
  faults += await heardElsewhere(people)
  faults += await round(people, () => true)
  const { gone, late } = await cut(people)
  faults += late + (await round(people, (person) => !gone.has(person)))
  await Promise.all(people.flatMap(({ sockets }) => sockets.map(({ connection }) => connection.close())))
} finally {
  await publisher.end()
  await second.signal('SIGTERM')
  await scene.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(faults === 0 ? 0 : 1)
