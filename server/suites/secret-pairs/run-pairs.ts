import type { FastifyInstance } from 'fastify'
import { entityTag, tagOf } from '../../http/etag.ts'
import { type CallName, pathOf, type Request, send } from '../calls.ts'
import { anyStep } from './any-call.ts'
import { Chance } from './chance.ts'
import { exportStep } from './office-steps.ts'
import { ownerStep } from './owner-steps.ts'
import { peopleStep } from './people-steps.ts'
import { isSameForAll, makeScene, raiseSequences, type Scene, settle } from './scene.ts'
import { programStep } from './sending-steps.ts'
import { runSql, type SqlStep, sqlStep } from './sql-steps.ts'
import { declaredOf, type EndKind, endKinds, type Step } from './step.ts'
import type { World } from './world.ts'

/** Most pairs that one scene serves: to make one costs as much as twenty of them. */
const PAIRS_PER_SCENE = 100
/** Fewest scenes of a run, so that both kinds of worlds are among them. */
const MIN_SCENES = 3
/** Part of a scene's pairs before those that a declared dependence may end, which leaves it of no more use. */
const QUIET = 0.8
/** Pairs from one report to the next. */
const REPORT_EVERY = 500
/** One scene in so many has SQL logins. */
const SCENES_PER_LOGIN = 4

export interface Difference {
  /** Seed of the scene, and place of the sequence in it: together they repeat it. */
  scene: number
  pair: number
  step: string
  caller: string
  /** Steps of the sequence before. */
  before: string[]
  request: string
  /** The answers where they part. */
  parts: [string, string]
}

export interface Outcome {
  pairs: number
  requests: number
  ends: Record<EndKind, number>
  /** Sequences that ended because a request could be made in one world alone: way, and why not in the other. */
  uneven: string[]
  differences: Difference[]
  /** Statuses by call. */
  calls: Map<CallName, Set<number>>
  /** Requests by way. */
  ways: Map<string, number>
}

/** Headers that may depend on what is stored. */
const telling = [
  ...['content-type', 'content-disposition', 'location', 'retry-after', 'link', 'idempotent-replayed', 'allow', 'vary'],
]

/** Reads that are repeated with the tag of their answer: 304 in one world alone would tell. */
const tagged = /^(openApiReading|profiles|profileFields)\./

const unescaped = (header: string) => header.replace(/(%[0-9A-F]{2})+/g, (part) => decodeURIComponent(part))

interface Answer {
  status: number
  text: string
}

async function ask(app: FastifyInstance, world: World, step: Step, request: Request): Promise<Answer> {
  const { call, caller, headers = {} } = step
  const by = caller === 'owner' ? undefined : world.callers[caller]!
  const { endpoint } = call
  const tokens = by?.kind === 'person' ? by.member : world.store
  const person = endpoint.permission === 'person' ? tokens.personToken : tokens.token
  const authorization = `Bearer ${by?.kind === 'program' ? by.credential : person}`
  const place = `${caller} ${pathOf(endpoint, request.params)} ${JSON.stringify(request.query)}`
  const tag = tagged.test(call.name) ? world.tags.get(place) : undefined
  // Each tag is sent once: the answer after it is compared as a whole.
  world.tags.delete(place)
  const conditional = tag !== undefined && { [endpoint.method === 'GET' ? 'if-none-match' : 'if-match']: tag }
  const reply = await send(app, endpoint, request, authorization, { ...headers, ...conditional })
  if (reply.statusCode < 300 && reply.body.startsWith('{"receipt_id":')) {
    const { receipt_id } = reply.json()
    if (receipt_id !== null) world.receipts.push(receipt_id)
  }
  const shown = telling.flatMap((name) =>
    reply.headers[name] === undefined ? [] : `${name}: ${unescaped(String(reply.headers[name]))}`,
  )
  // A tag of the body tells nothing that the body does not; any other one is compared as it is.
  const { etag } = reply.headers
  if (etag !== undefined) {
    const isOfBody = reply.statusCode === 304 ? etag === tag : etag === entityTag(tagOf(reply.body))
    shown.push(`etag: ${isOfBody ? 'of the body' : etag}`)
    if (tag === undefined) world.tags.set(place, String(etag))
  }
  // Workbooks are packed with the time in them.
  const isText = /json|text|csv/.test(String(reply.headers['content-type']))
  const body = isText || reply.body === '' ? reply.body : 'bytes'
  return { status: reply.statusCode, text: [reply.statusCode, ...shown, body].join('\n') }
}

/** Declared dependences of whole answers; of the others' answers only numbers depend. */
const whole = new Set<EndKind>(['pair', 'act'])
const counted = (text: string) => text.replace(/(?<=[":\w]":)(?![5-8]\d{6}\b)-?\d+(\.\d+)?/g, 'n')

function stepOf(chance: Chance, world: World): Step | SqlStep | undefined {
  const make = chance.weighed<(chance: Chance, world: World) => Step | SqlStep | undefined>([
    [world.kind === 'unopened' ? 9 : 5, programStep],
    [world.kind === 'unopened' ? 0 : 6, peopleStep],
    [world.kind === 'unopened' ? 0 : 0.3, exportStep],
    [2.5, anyStep],
    [1, ownerStep],
    // To make a login costs as much as ten sequences.
    [world.seed % SCENES_PER_LOGIN === 0 && !world.opensAll ? 3 : 0, sqlStep],
  ])
  return make(chance, world)
}

/** A sequence while it is played. */
interface Play {
  app: FastifyInstance
  scene: Scene
  pair: number
  outcome: Outcome
  /** True if no step may make the worlds differ: the scene is needed for further sequences. */
  isQuiet: boolean
  before: string[]
  /** Declared dependences by which the worlds may have become different. */
  changes: Set<EndKind>
}

/** Plays a sequence in both worlds. Returns how it ended. */
async function playPair(pair: Omit<Play, 'before' | 'changes'>): Promise<EndKind | 'over' | 'different' | 'uneven'> {
  const play: Play = { ...pair, before: [], changes: new Set() }
  const { scene, isQuiet } = play
  const chance = new Chance(scene.seed * 1009 + play.pair)
  const length = 3 + chance.int(2)
  for (let n = 0; n < length; n++) {
    const step = stepOf(chance, scene.worlds[0])
    if (!step) continue
    const isSql = 'text' in step
    if (!isSql && step.changes && isQuiet) continue
    const end = isSql ? await playSql(play, step) : await playStep(play, step)
    if (end) return end
  }
  return (await endOf(play)) ?? 'over'
}

async function playStep(play: Play, step: Step): Promise<EndKind | 'different' | 'uneven' | undefined> {
  const { app, scene, outcome } = play
  const [left, right] = scene.worlds
  const requests = await requestsOf(scene, step)
  if (requests && 'uneven' in requests) {
    outcome.uneven.push(`scene ${scene.seed} pair ${play.pair}, ${step.way}: ${requests.uneven}`)
    return 'uneven'
  }
  if (!requests) return undefined
  const [a, b] = [await ask(app, left, step, requests[0]), await ask(app, right, step, requests[1])]
  count(outcome, step, a)
  if (step.changes) play.changes.add(step.changes)
  const events = a.status < 300 && step.call.endpoint.method !== 'GET' ? await settle(scene) : undefined
  if (events && !scene.same.isSame(...events)) return differed(play, step.way, 'its webhook', 'events', events)
  // A caller that has spent its calls is refused whatever it asks.
  const limited = a.status === 429 || b.status === 429
  if (step.caller === 'owner' || limited || scene.same.isSame(a.text, b.text)) {
    play.before.push(`${step.way}: ${a.status}`)
    return undefined
  }
  const declared = declaredOf(step.call)
  const isWhole = declared && whole.has(declared) && !/dashboard/i.test(step.call.name)
  if (declared && (isWhole || scene.same.isSame(counted(a.text), counted(b.text)))) return declared
  const request = `${JSON.stringify(requests[0]).slice(0, 600)} ${JSON.stringify(step.headers ?? {})}`
  return differed(play, step.way, left.callers[step.caller]!.name, request, [a.text, b.text])
}

/**
 * The requests of both worlds. Undefined if neither can be made: rows that an earlier step deleted can't be named. Uneven if only one
 * can be made: rows that its making has left make the worlds differ.
 */
async function requestsOf(
  { worlds, same }: Scene,
  step: Step,
): Promise<[Request, Request] | { uneven: string } | undefined> {
  const made = []
  for (const world of worlds)
    made.push(
      await Promise.resolve(step.request(world)).then(
        (request) => ({ request }),
        (error: Error) => ({ error: error.message }),
      ),
    )
  const [left, right] = made as [(typeof made)[0], (typeof made)[0]]
  if ('request' in left && 'request' in right) return [left.request, right.request]
  if ('error' in left && 'error' in right && same.isSame(left.error, right.error)) return undefined
  return { uneven: made.map((one) => ('error' in one ? one.error : 'made')).join(' | ') }
}

async function playSql(play: Play, step: SqlStep): Promise<EndKind | 'different' | undefined> {
  const { scene, outcome } = play
  const answers: [string, string] = [await runSql(scene.worlds[0], step), await runSql(scene.worlds[1], step)]
  outcome.requests += 2
  outcome.ways.set(step.way, (outcome.ways.get(step.way) ?? 0) + 1)
  if (!scene.same.isSame(...answers)) return differed(play, step.way, 'sql', step.text(scene.worlds[0]), answers)
  play.before.push(step.way)
  return undefined
}

/** Notes a difference, unless a declared dependence has made the worlds differ before. */
async function differed(
  play: Play,
  step: string,
  caller: string,
  request: string,
  answers: [string, string],
): Promise<EndKind | 'different'> {
  const end = await endOf(play)
  if (end) return end
  const { scene, pair, before, outcome } = play
  const parts = scene.same.difference(...answers)
  outcome.differences.push({ scene: scene.seed, pair, step, caller, before, request, parts })
  return 'different'
}

/** The declared dependence that made the worlds differ for everybody; undefined if they do not. */
async function endOf({ scene, changes }: Play): Promise<EndKind | undefined> {
  const [first] = changes
  return first && !(await isSameForAll(scene)) ? first : undefined
}

function count(outcome: Outcome, { call, way }: Step, { status }: Answer) {
  outcome.requests += 2
  const statuses = outcome.calls.get(call.name) ?? new Set()
  outcome.calls.set(call.name, statuses.add(status))
  outcome.ways.set(way, (outcome.ways.get(way) ?? 0) + 1)
}

/** Plays so many pairs, in scenes that follow from the seed. Stops after `most` differences. `report` hears how far it is. */
export async function playPairs(
  app: FastifyInstance,
  { seed, pairs, most }: { seed: number; pairs: number; most: number },
  report: (outcome: Outcome) => void,
): Promise<Outcome> {
  await raiseSequences()
  const ends = Object.fromEntries(endKinds.map((kind) => [kind, 0])) as Record<EndKind, number>
  const counts = { pairs: 0, requests: 0, ends }
  const outcome: Outcome = { ...counts, uneven: [], differences: [], calls: new Map(), ways: new Map() }
  const perScene = Math.min(PAIRS_PER_SCENE, Math.ceil(pairs / MIN_SCENES))
  for (let number = seed; outcome.pairs < pairs && outcome.differences.length < most; number++) {
    const scene = await makeScene(number)
    for (let pair = 0; pair < perScene && outcome.pairs < pairs; pair++) {
      const end = await playPair({ app, scene, pair, outcome, isQuiet: pair < perScene * QUIET })
      outcome.pairs++
      if (end !== 'over' && end !== 'different' && end !== 'uneven') outcome.ends[end]++
      if (outcome.pairs % REPORT_EVERY === 0 && outcome.pairs < pairs) report(outcome)
      // Worlds that differ for the caller serve no further sequence.
      if (end === 'uneven' || (end !== 'over' && !(await isSameForAll(scene)))) break
    }
  }
  return outcome
}
