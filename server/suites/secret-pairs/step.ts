import { scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { mayOpen } from '@ruam/contract/platform/permissions.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { type Call, type CallName, calls, type Request } from '../calls.ts'
import { declaredDependences } from '../declared-dependences.ts'
import type { Chance } from './chance.ts'
import type { Caller, Closed, World } from './world.ts'

/**
 * Dependences that decision 16 declares: (key) matching by a closed key that the caller sent, (rule) segments and computed fields, (pair)
 * duplicate pairs for staff who may merge, (act) what a person who may read the field, or erases a customer, has done, (older) answers that older calls fix.
 */
export const endKinds = ['key', 'rule', 'pair', 'act', 'older'] as const
export type EndKind = (typeof endKinds)[number]

const kinds: Record<(typeof declaredDependences)[number]['kind'], EndKind> = {
  'number of a closed segment': 'rule',
  'pairs of duplicates': 'pair',
  'act of a reader': 'act',
  'older call': 'older',
}
const declared = new Map(
  declaredDependences.flatMap(({ calls, kind }) => calls.map((name) => [name, kinds[kind]] as const)),
)

/** Declared dependence of a call's answer. */
export const declaredOf = ({ name }: Call): EndKind | undefined => declared.get(name)

/** One request of a sequence, the same in both worlds but for the numbers of their rows. */
export interface Step {
  /** Way by which a closed value might get out. */
  way: string
  call: Call
  /** Place among the callers of the world; the owner makes acts. */
  caller: number | 'owner'
  request(world: World): Request | Promise<Request>
  headers?: Record<string, string>
  /** Declared dependence by which it may change what exists for others. */
  changes?: EndKind
}

const byName = new Map<CallName, Call>(calls.map((call) => [call.name, call]))
export const callOf = (name: CallName): Call => byName.get(name)!

/** True if nothing but the values in the request can be refused. */
function opens(caller: Caller, { endpoint }: Call): boolean {
  const { permission } = endpoint
  if (caller.kind === 'person') {
    if (permission === 'program') return false
    if (permission === 'member' || permission === 'person' || permission === 'public') return true
    const rights = { roles: [], permissions: [...caller.permissions] }
    return (
      mayOpen(rights, [permission].flat() as never) &&
      (!endpoint.alsoRequires || caller.permissions.has(endpoint.alsoRequires))
    )
  }
  if (permission !== 'program') return false
  if (caller.calls) return caller.calls.has(titleOf(endpoint))
  return scopesOf(endpoint).some((scope: Scope) => caller.scopes.has(scope))
}

/** A caller that may make the call, one time in ten any of its kind; undefined if there is none. */
export function callerFor(chance: Chance, world: World, call: Call): number | undefined {
  const kind = call.endpoint.permission === 'program' ? 'program' : 'person'
  const places = world.callers.flatMap((caller, place) => (caller.kind === kind ? [place] : []))
  const able = places.filter((place) => opens(world.callers[place]!, call))
  const from = able.length === 0 || chance.is(0.05) ? places : able
  return from.length === 0 ? undefined : chance.pick(from)
}

/** A guess at a value of a closed field: right in one world, in the other, or in none. */
export const guessOf = (chance: Chance, { guesses }: Closed) => chance.pick(guesses)
