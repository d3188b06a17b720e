import { idPositions, type RequestPosition, shapeOf } from '../testing/shapes.ts'
import { inBody, unknownIds } from './body-ids.ts'
import type { Call } from './calls.ts'
import { inPath } from './path-ids.ts'

// Ids of a call by position in path, query or body.

/** Expected error of an unknown id in a path, for calls with a named error. */
export const missingAt = (path: string, name: string) =>
  /^(\/datasource|\/v1\/datasources)\/\{id\}/.test(path) && name === 'id' ? 'data_source_not_found' : 'not_found'

/** The address up to its last parameter. */
export const resourceOf = (path: string) => /^.*\}/.exec(path)?.[0]

/** The last name of a place: `keys` of `match.keys[]`. */
const nameOf = (place: RequestPosition) => place.split('.').at(-1)!.replace('[]', '')

/** Returns the maker of a row for an id in a body; undefined if unknown. */
export function makerAt(call: Call, place: RequestPosition) {
  const known = [place, `${place.split('.').slice(0, 2).join('.')}`].map((one) => inBody[`${call.name} ${one}`])
  const inside = [-3, -2].map((from) => inBody[place.split('.').slice(from).join('.')])
  return [...known, ...inside, inBody[nameOf(place)]].find((maker) => maker !== undefined)
}

/** Data sources in the bodies and queries of the older API, and of watches. */
const sourceNames = ['datasource_id', 'preset_id', 'data_source_id']

/** Returns the expected error of an unknown id at this position. */
export function refusalAt({ endpoint }: Call, place: RequestPosition) {
  if (endpoint.errors?.includes('data_source_not_found') && sourceNames.includes(place)) return 'data_source_not_found'
  return unknownIds[place] ?? unknownIds[nameOf(place)] ?? 'not_found'
}

/** The places of a call's body and query that hold the id of a row. */
export function idPositionsOf({ endpoint }: Call): { part: 'body' | 'query'; place: RequestPosition }[] {
  return (['body', 'query'] as const).flatMap((part) =>
    endpoint[part] ? idPositions(shapeOf(endpoint[part])).map((place) => ({ part, place })) : [],
  )
}

/** The ids of a call that nothing above can make, and what to do about each. */
export function gapsOf(call: Call): string[] {
  const thing = resourceOf(call.endpoint.path)
  const path = thing && !inPath[thing] ? [`${call.title}: how is ${thing} made? Add it to inPath.`] : []
  const places = idPositionsOf(call).filter(({ place }) => makerAt(call, place) === undefined)
  return [...path, ...places.map(({ place }) => `${call.title}: what does ${place} stand for? Add it to inBody.`)]
}

/** An id of the same kind that no row has. */
export function unknownId(id: number | string): number | string {
  if (typeof id === 'number') return 2_147_483_647
  if (/^c\d+$/.test(id)) return 'c2147483647'
  return /^\d+$/.test(id) ? '2147483647' : 'run_2147483647_1_1_zzzzzzzz'
}
