import type { Broadcast } from '@ruam/contract/broadcasts/broadcast.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import type { State } from '../../tools/line/state.ts'
import { FALLBACK } from './broadcast-kinds.ts'
import type { Scene } from './crash-scene.ts'
import { valuesAtRest } from './values-at-rest.ts'

/** Begins the name of each customer; their id in LINE ends it. */
export const NAME = 'ลับเฉพาะ'

/** Numbers above it are those of friends who were not customers when the suite began. */
export const FIRST_STRANGER = 900_000_000

/** A broadcast that is over, with all that LINE accepted since it began. */
export interface EndedBroadcast {
  scene: Scene
  dataFolder: string
  state: State
  /** Recipients at most. */
  most: number
}

/** Lists what is wrong: a person without a message or with two, wrong words or bytes, counts that differ, a value that stays. */
export async function faultsOf(
  { scene, dataFolder, state, most }: EndedBroadcast,
  { id, counts, status }: Broadcast,
  messages: readonly Message[],
  personal: boolean,
) {
  const [rows] = await scene.ask<{ accepted: number; failed: number; refused: number }>(
    `select (count(*) filter (where status = 'accepted'))::int as accepted, (count(*) filter (where status = 'failed'))::int as failed,
       (count(*) filter (where status <> 'skipped' and external_id like 'refused%'))::int as refused
     from broadcast_recipient where broadcast_id = $1`,
    [id],
  )
  const { accepted, failed, refused } = rows!
  const reached = most - refused
  const users = new Map<string, number>()
  for (const { userId } of state.accepted) users.set(userId, (users.get(userId) ?? 0) + 1)
  const twice = [...users.values()].filter((count) => count !== messages.length).length
  const strangers = state.accepted.filter(({ unit }) => unit !== `ruam_${id}`).length
  const changed = [...state.bodies.values()].filter((bodies) => bodies.size > 1).length
  const violations = state.violations.splice(0).filter((one) => !isOfRecipient(one))
  const wrong = personal ? state.accepted.filter(({ userId, message }) => !hasOwnName(userId, message)).length : 0
  const counted = [counts.accepted, accepted, counts.failed, failed].join()
  const left = await valuesAtRest(scene, dataFolder, NAME)
  return [
    ...(users.size === reached ? [] : [`${reached - users.size} people without it`]),
    ...(twice === 0 ? [] : [`${twice} people with other than ${messages.length} messages`]),
    ...(strangers === 0 ? [] : [`${strangers} messages of another broadcast`]),
    ...(changed === 0 ? [] : [`${changed} keys with several bodies`]),
    ...(wrong === 0 ? [] : [`${wrong} texts without the name of their reader`]),
    ...violations.slice(0, 3),
    ...left.map((place) => `names in ${place}`),
    ...(status === 'published' && counted === [reached, reached, refused, refused].join()
      ? []
      : [`${status} with ${JSON.stringify(counts)} and ${JSON.stringify(rows)}`]),
  ]
}

/** The id of a friend that LINE does not know is meant. */
const isOfRecipient = (violation: string) => /: to\b/.test(violation) && !violation.includes('messages')

function hasOwnName(userId: string, message: unknown): boolean {
  const { text, template } = message as { text?: string; template?: { text: string } }
  const shown = text?.startsWith('รอบ') ? text : template?.text
  if (shown === undefined) return true
  const [number, said] = [Number(userId.slice(1)), shown.split(' ')]
  return said.includes(`${NAME}${number}`) || (number > FIRST_STRANGER && said.includes(FALLBACK))
}
