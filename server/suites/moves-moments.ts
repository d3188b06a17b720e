/** Where a move is when something is killed: steps that it writes down, and states of the store at its servers. */
type Moment = 'arriving' | 'copying' | 'following' | 'held' | 'leaving' | 'moved' | 'settling' | 'open'

export interface MoveMoment {
  /** Null: nothing is killed. */
  victim: 'mover' | 'api' | 'worker' | 'mover and worker' | 'source' | 'target' | null
  at: Moment
  /** Milliseconds after it. */
  afterMs: number
}

const kills: [MoveMoment['victim'], Moment, afterMs?: number][] = [
  ['mover', 'held'],
  ['worker', 'copying', 1500],
  ['target', 'following'],
  ['source', 'held'],
  ['mover', 'leaving'],
  ['api', 'held'],
  ['mover', 'moved'],
  ['source', 'copying', 2500],
  ['mover and worker', 'held'],
  ['target', 'held'],
  ['mover', 'copying', 2000],
  ['source', 'leaving'],
  ['worker', 'held'],
  ['target', 'moved'],
  ['mover', 'following'],
  ['source', 'settling'],
  ['mover and worker', 'moved'],
  ['target', 'copying', 1000],
  ['mover', 'settling'],
  ['api', 'open'],
  ['source', 'moved'],
  ['mover', 'arriving'],
  ['worker', 'moved'],
  ['target', 'leaving'],
]

/** Moments of as many kills, spread over all victims and steps, with a move between each two of them that nothing disturbs. */
export const moveMoments = (count: number): MoveMoment[] =>
  Array.from({ length: count + Math.ceil(count / 2) }, (_, n) => {
    if (n % 3 === 0) return { victim: null, at: 'held', afterMs: 0 }
    const [victim, at, afterMs = 0] = kills[(n - 1 - Math.floor(n / 3)) % kills.length]!
    return { victim, at, afterMs }
  })
