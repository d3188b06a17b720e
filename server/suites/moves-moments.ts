/** Moments of a move at which something is killed: recorded steps, and states of the store at its servers. */
type Moment = 'arriving' | 'copying' | 'following' | 'held' | 'leaving' | 'moved' | 'settling'

export interface MoveMoment {
  /** Null: nothing is killed. */
  victim: 'mover' | 'api' | 'mover and worker' | 'source' | 'target' | null
  at: Moment
  /** Milliseconds after it. */
  afterMs: number
}

const kills: [MoveMoment['victim'], Moment, afterMs?: number][] = [
  ['mover', 'held'],
  ['source', 'held'],
  ['target', 'following'],
  ['mover', 'leaving'],
  ['source', 'copying', 500],
  ['api', 'held'],
  ['mover and worker', 'held'],
  ['target', 'held'],
  ['source', 'leaving'],
  ['mover', 'copying', 500],
  ['target', 'moved'],
  ['source', 'settling'],
]

/** Moments of as many kills, spread over all victims and steps, with a move that nothing disturbs before each three of them. */
export const moveMoments = (count: number): MoveMoment[] =>
  Array.from({ length: count }, (_, n) => kills[n % kills.length]!).flatMap(([victim, at, afterMs = 0], n) => [
    ...(n % 3 === 0 ? [CALM] : []),
    { victim, at, afterMs },
  ])

/** A move during which nothing is killed. */
export const CALM: MoveMoment = { victim: null, at: 'held', afterMs: 0 }
