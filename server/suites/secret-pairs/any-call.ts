import { isOpen } from '@ruam/contract/platform/endpoint.ts'
import { shapeOf, withValueAt } from '../../testing/shapes.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { connectorId, mappedConnector } from '../../testing/things/connectors.ts'
import { customField } from '../../testing/things/fields.ts'
import { freshNumber, numberFrom } from '../../testing/things/fresh.ts'
import { label } from '../../testing/things/labels.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { segment } from '../../testing/things/segments.ts'
import { type Call, calls, type Request } from '../calls.ts'
import { idPositionsOf, makerAt, resourceOf } from '../ids.ts'
import { requestOf } from '../requests.ts'
import type { Chance } from './chance.ts'
import { callerFor, type EndKind, guessOf, type Step } from './step.ts'
import { idle, type World } from './world.ts'

// Every call of the contract, with the rows of the world wherever it names one, and guesses wherever it takes a text to look for.

/** Calls that end the store, or the caller's place in it. */
const ending =
  /^(setup|push|auth\.(logout|endSessions?|password|reset|acceptInvitation|refresh|login|forgot))|^passkeys\.|^stores\.(delete|restore)|^people\.(leave|remove)|^dpa\.(decide|change)|^users\.delete/

/** Calls about accounts elsewhere, which the simulators know by numbers of their own. */
const elsewhere = /^(lineOa|lineModule|facebookSetting)\.(connect|validateToken|create|update)$/
/** Calls whose own rows are runs and jobs that wait for no worker, and would keep all others waiting. */
const waiting = /^jobs\.|cancelRun$|^olderPipeline\.stop$/

export const anyCalls = calls.filter(
  ({ name, endpoint }) =>
    !isOpen(endpoint.permission) && !ending.test(name) && !waiting.test(name) && !elsewhere.test(name),
)

/** Rows of the world that stand for what a call names, by what would make one. */
function rowOf(maker: unknown, of: World, draw: number): number | undefined {
  const from = (ids: readonly number[]) => ids[draw % ids.length]
  if (maker === profileId) return from(of.profiles)
  if (maker === label) return from([...of.labels, ...of.closedSegments])
  if (maker === segment) return from(of.closedSegments)
  if (maker === customField) return from([...of.closed.map(({ id }) => id), of.computed.id, of.open.id])
  if (maker === connectorId || maker === mappedConnector) return of.connector
  return undefined
}

/** Parameters of an address from the rows of the world; undefined where it has no such row. */
function paramsOf(thing: string | undefined, of: World, draw: number): Record<string, string> | undefined {
  const from = (ids: readonly (number | string)[]) => String(ids[draw % ids.length])
  const closed = of.closed[draw % of.closed.length]!
  switch (thing) {
    case '/profile/{id}':
    case '/v1/profiles/{id}':
    case '/open-api/v1/profiles/{id}':
      return { id: from(of.profiles) }
    case '/label/{id}':
    case '/v1/label/{id}':
    case '/open-api/v1/segments/{id}':
      return { id: from([...of.closedSegments, ...of.openSegments]) }
    case '/label/{id}/why/{profile_id}':
    case '/label/{id}/member/{profile_id}':
      return { id: from(of.closedSegments), profile_id: from(of.profiles) }
    case '/profile/search/{field}':
    case '/v1/profiles/search/{field}':
      return { field: closed.name }
    case '/profile/{id}/activity/{activity_id}':
      return { id: from(of.profiles), activity_id: String(of.activity.id) }
    case '/profile-view/{id}':
    case '/profile-view/{id}/count':
      return { id: from(of.views) }
    case '/profile-field/{id}':
    case '/mapping-data-fields/{id}':
      return { id: from([...of.closed.map(({ id }) => id), of.computed.id]) }
    case '/job/{id}':
      return { id: from(of.jobs) }
    case '/datasource/{id}':
    case '/v1/datasources/{id}':
      return { id: String(of.source.id) }
    case '/datasource/{id}/history/{run_id}':
    case '/datasource/{id}/result/{run_id}':
      return { id: String(of.source.id), run_id: from(of.source.runs) }
    case '/datasource-connector/{id}':
    case '/open-api/v1/connectors/{id}':
      return { id: String(of.connector) }
    case '/datasource-connector/{id}/requests/{receipt_id}':
      return { id: String(of.connector), receipt_id: String(of.receipts[0]) }
    case '/open-api/v1/receipts/{id}':
      return { id: from(of.receipts) }
    default:
      return undefined
  }
}

/** Texts of a query by which something is looked for. */
const soughtBy = ['keyword', 'search', 'value', 'q', 'phone', 'email']

/** The own request of a call, its rows those of the world where it has such. */
async function requestIn(of: World, as: TestStore, call: Call, draws: Draws): Promise<Request> {
  const own = await requestOf(call, as)
  const params = (draws.own ? undefined : paramsOf(resourceOf(call.endpoint.path), of, draws.row)) ?? own.params
  let { body, query } = own
  if (draws.own) return own
  for (const { part, place } of idPositionsOf(call)) {
    const row = rowOf(makerAt(call, place), of, draws.row)
    if (row === undefined) continue
    if (part === 'body') body = withValueAt(body, place, row)
    else query = withValueAt(query, place, String(row)) as Request['query']
  }
  const { properties = {} } = call.endpoint.query ? shapeOf(call.endpoint.query) : {}
  const sought = soughtBy.filter((name) => name in properties && draws.sought)
  const whole: Record<string, string> =
    'limit' in properties ? { limit: call.endpoint.permission === 'program' ? '100' : '0' } : {}
  const guessed = Object.fromEntries(sought.map((name) => [name, draws.guess]))
  return { ...own, params, body, ...(call.endpoint.query && { query: { ...query, ...whole, ...guessed } }) }
}

interface Draws {
  row: number
  guess: string
  sought: boolean
  own: boolean
}

/** How often a call is made of a row of its own: deletions would leave the world poorer, and changes need the version that they are over. */
function ownPart({ endpoint }: Call): number {
  if (endpoint.method === 'DELETE') return 0.8
  const { properties = {} } = endpoint.body ? shapeOf(endpoint.body) : {}
  return 'origin_time' in properties ? 0.6 : 0.3
}

/** Calls that one scene draws, about. */
const DRAWN_PER_SCENE = 37
/** Prime, so that neighbours in the contract are not neighbours here. */
const STRIDE = 149

const ofPrograms = anyCalls.filter(({ endpoint }) => endpoint.permission === 'program')

/** The next call: scenes take all of them in turn, so that few pairs miss few. */
function nextCall(world: World): Call {
  const from = world.kind === 'unopened' ? ofPrograms : anyCalls
  return from[((world.seed * DRAWN_PER_SCENE + world.drawn++) * STRIDE) % from.length]!
}

/** Declared dependence by which a call changes what exists for others. An erasure empties the failed items that name the customer. */
function changesOf({ name, endpoint }: Call): EndKind | undefined {
  if (endpoint.method === 'GET') return undefined
  if (/duplicate|merge/i.test(name)) return 'pair'
  return name.startsWith('profileErasure.erase') ? 'act' : undefined
}

/** A step of the next call; undefined if the world has no caller of its kind. */
export function anyStep(chance: Chance, world: World, call = nextCall(world)): Step | undefined {
  const caller = callerFor(chance, world, call)
  if (caller === undefined) return undefined
  const draws: Draws = {
    row: chance.int(1000),
    guess: String(guessOf(chance, chance.pick(world.closed))),
    sought: chance.is(0.6),
    own: chance.is(ownPart(call)),
  }
  const first = freshNumber() + 1000
  const request = async (of: World) => {
    const last = freshNumber()
    numberFrom(first)
    const by = of.callers[caller]!
    const as = {
      ...of.store,
      ...(by.kind === 'person' && {
        userId: by.member.userId,
        token: by.member.token,
        personToken: by.member.personToken,
      }),
    }
    const made = await requestIn(of, as, call, draws)
    numberFrom(Math.max(last, freshNumber()))
    await idle(of.store.storeId)
    return made
  }
  const changes = changesOf(call)
  return { way: `${call.name} any`, call, caller, request, ...(changes && { changes }) }
}
