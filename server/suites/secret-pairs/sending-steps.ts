import type { CallName, Request } from '../calls.ts'
import type { Chance } from './chance.ts'
import { programEventWays } from './event-steps.ts'
import { callerFor, callOf, guessOf, type Step } from './step.ts'
import type { World } from './world.ts'

// What programs send and read, with guesses of closed values in it.

type Values = Record<string, string | number | null>

/** Values with a guess, and whether a closed key among them may find or add a customer. */
function guessing(chance: Chance, world: World): { values: Values; byKey: boolean } {
  const closed = chance.pick(world.closed)
  const values: Values = { [closed.name]: chance.is(0.1) ? null : guessOf(chance, closed) }
  if (chance.is(0.4)) values.firstName = chance.pick(['ญาดา', 'ปิติ', 'John'])
  if (chance.is(0.2)) values.nickname = chance.pick(['ก', 'ข'])
  if (chance.is(0.1)) values.visaDays = 3
  return { values, byKey: closed.type === 'key' }
}

interface Item {
  values: Values
  /** Place of the customer among those of the world, by id or by phone. */
  who: { by: 'id' | 'phone'; place: number } | undefined
  byKey: boolean
}

function itemOf(chance: Chance, world: World): Item {
  const { values, byKey } = guessing(chance, world)
  const place = chance.int(world.profiles.length)
  const who = chance.weighed([
    [5, { by: 'id' as const, place }],
    [4, { by: 'phone' as const, place }],
    // Met by a closed key alone, or nobody.
    [byKey ? 2 : 0.3, undefined],
  ])
  // A key beside another key may be in conflict with it.
  return { values, who, byKey }
}

const profileOf = (world: World, { values, who }: Item) => {
  if (who?.by === 'id') return { id: world.profiles[who.place]!, values }
  return { values: who ? { phone: world.phones[who.place]!, ...values } : values }
}

function sendProfiles(chance: Chance, world: World): Step | undefined {
  const call = callOf(chance.is(0.5) ? 'openApiSending.sendProfile' : 'openApiSending.sendProfiles')
  const items = Array.from({ length: call.name.endsWith('s') ? 1 + chance.int(3) : 1 }, () => itemOf(chance, world))
  const request = (of: World): Request => {
    const sent = items.map((item) => profileOf(of, item))
    return { body: call.name.endsWith('s') ? { items: sent } : sent[0] }
  }
  return sending(
    chance,
    world,
    call.name,
    request,
    items.some(({ byKey }) => byKey),
  )
}

function sendActivities(chance: Chance, world: World): Step | undefined {
  const many = chance.is(0.5)
  const reference = chance.is(0.6) ? `บิล${chance.int(6)}` : undefined
  const item = itemOf(chance, world)
  const at = `2026-03-0${1 + chance.int(8)}T10:00:00+07:00`
  const request = (of: World): Request => {
    const activity = {
      ...{ type: of.activity.name, at, profile: profileOf(of, item) },
      ...(reference !== undefined && { reference }),
      ...(chanceOf(at) && { values: { [of.activity.field]: 'R1' } }),
    }
    return { body: many ? { items: [activity] } : activity }
  }
  const name = many ? 'openApiSending.sendActivities' : 'openApiSending.sendActivity'
  return sending(chance, world, name, request, item.byKey)
}

/** A choice that depends on the request alone. */
const chanceOf = (text: string) => text.charCodeAt(9) % 2 === 0

function sendRecords(chance: Chance, world: World): Step | undefined {
  const place = chance.int(world.profiles.length)
  const guesses = world.closed.map((one) => (chance.is(0.7) ? guessOf(chance, one) : 'อ่านไม่ได้'))
  const request = (of: World): Request => {
    const phone = of.phones[place]!
    const member = Object.fromEntries(
      ['ญาดา', phone, ...guesses].map((value, at) => [of.paths[at]!.slice('member.'.length), value]),
    )
    return { params: { id: String(of.connector) }, body: { member } }
  }
  return sending(chance, world, 'connectorItems.sendRecords', request, true)
}

function sending(
  chance: Chance,
  world: World,
  name: CallName,
  request: (of: World) => Request,
  byKey: boolean,
): Step | undefined {
  const call = callOf(name)
  const caller = callerFor(chance, world, call)
  if (caller === undefined) return undefined
  const dry = chance.is(0.45)
  const headers = {
    ...(dry && { 'ruam-dry-run': 'true' }),
    ...(!dry && chance.is(0.2) && { 'idempotency-key': `k${chance.int(40)}` }),
  }
  return {
    ...{ way: `${name}${dry ? ' dry' : ''}`, call, caller, request, headers },
    ...(byKey && !dry && { changes: 'key' as const }),
  }
}

/** Reads of programs: by a closed value, or what a closed value decided. */
function reading(chance: Chance, world: World): Step | undefined {
  const closed = chance.pick(world.closed)
  const guess = String(guessOf(chance, closed))
  const [place, segment] = [chance.int(world.profiles.length), chance.int(world.closedSegments.length)]
  const reads: [number, CallName, string, (of: World) => Request][] = [
    [3, 'openApiReading.find', 'closed key', () => ({ body: { kind: 'field', field: closed.name, value: guess } })],
    [1, 'openApiReading.find', 'email', () => ({ body: { kind: 'email', value: guess } })],
    [2, 'openApiReading.profile', 'closed key', () => ({ params: { id: `field.${closed.name}:${guess}` } })],
    [3, 'openApiReading.profile', 'by id', (of) => ({ params: { id: String(of.profiles[place]) } })],
    [3, 'openApiReading.profiles', 'list', () => ({ query: { limit: '0' } })],
    [2, 'openApiReading.profiles', 'feed', () => ({ query: { updated_since: '2026-01-01T00:00:00Z', limit: '0' } })],
    [3, 'openApiChanges.changes', 'all', (of) => ({ query: { after: of.changesSince, limit: '0' } })],
    [3, 'openApiReading.segments', 'counts', () => ({})],
    [
      3,
      'openApiReading.members',
      'of a closed segment',
      (of) => ({ params: { id: String(of.closedSegments[segment]) } }),
    ],
    [2, 'openApiReading.labels', 'list', () => ({})],
    [2, 'openApiReading.fields', 'list', () => ({})],
    [1, 'openApiReading.activities', 'of one', (of) => ({ params: { id: String(of.profiles[place]) } })],
    [1, 'openApiReading.broadcasts', 'list', () => ({})],
    [1, 'openApiChanging.purposes', 'list', () => ({})],
    ...programEventWays,
    [
      4,
      'openApiSending.receipt',
      'of an earlier request',
      (of) => ({ params: { id: String(of.receipts.at(-1 - (place % Math.max(1, of.receipts.length))) ?? 1) } }),
    ],
    [
      1,
      'openApiChanging.labelProfiles',
      'a label',
      (of) => ({ params: { id: String(of.labels[0]) }, body: { add: [of.profiles[place]] } }),
    ],
    [
      1,
      'openApiChanging.labelProfiles',
      'a closed segment',
      (of) => ({ params: { id: String(of.closedSegments[segment]) }, body: { add: [of.profiles[place]] } }),
    ],
    [
      1,
      'openApiChanging.removeLabel',
      'a closed segment',
      (of) => ({ params: { id: String(of.profiles[place]), label: String(of.closedSegments[segment]) } }),
    ],
    [
      1,
      'openApiChanging.recordConsent',
      'a purpose',
      (of) => ({
        params: { id: String(of.profiles[place]) },
        body: { purpose_id: of.purpose, operation: 'withdrawn' },
      }),
    ],
  ]
  const [name, way, request] = chance.weighed(reads.map(([weight, ...rest]) => [weight, rest] as const))
  const call = callOf(name)
  const caller = callerFor(chance, world, call)
  return caller === undefined ? undefined : { way: `${name} ${way}`, call, caller, request }
}

export const programStep = (chance: Chance, world: World): Step | undefined =>
  chance.weighed([
    [5, sendProfiles],
    [3, sendActivities],
    [2, sendRecords],
    [5, reading],
  ])(chance, world)
