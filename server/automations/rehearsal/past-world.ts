import type { World } from '../records/world.ts'
import type { Change } from '../work/read-changes.ts'
import type { Scope } from './scope.ts'

/** A customer of whom something changed at a moment. `keys`: dependencies of rules, `all` for a customer who comes into the world. */
export interface Touched {
  profile_id: number
  at: string
  keys: readonly string[]
  /** The file that brought the change, as in the stream. */
  origin: string | null
}

/** The world of a rehearsal while time passes in it. */
export interface PastWorld {
  world: World
  scope: Scope
  /** Day of the store. */
  today: string
  /** Changes of customers by steps, since they were last evaluated. */
  touched: Touched[]
  /** Activities that steps made: their automations' triggers follow them too. */
  made: Change[]
  /** Instants of the latest end of a restriction, by customer. */
  resumed: Map<number, string>
  /** Runs may have been due since earlier days. */
  isLate: boolean
  nextChange(): number
}

/** Kinds of changes as the stream has them, with one customer each. */
export const changeOf = (
  past: PastWorld,
  kind: Change['kind'],
  { profile_id, at, origin }: Pick<Touched, 'profile_id' | 'at' | 'origin'>,
  more: { subject_id: number; activity_id?: number; details?: string[] },
): Change => {
  const id = past.nextChange()
  const { subject_id, activity_id, details = [] } = more
  return {
    ...{ id, position: id, kind, subject_id, at, origin, details, transaction_id: null },
    profile_ids: [profile_id],
    activity_ids: activity_id === undefined ? null : [activity_id],
  }
}
