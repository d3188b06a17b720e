import type { Fault } from '../../tools/line/state.ts'
import type { Random } from '../../tools/random.ts'
import type { Victim } from './crash-scene.ts'

/**
 * Steps at which a sender is struck: before LINE has accepted a call, before its answer is read, before that is committed, and while it
 * chooses one of two texts.
 */
const steps = ['freeze', 'call', 'answer', 'commit', 'choice'] as const

export interface Kill {
  victim: Victim | 'asleep'
  /** A step, or the share of the people whom LINE has accepted. */
  at: (typeof steps)[number] | number
}

export interface BroadcastMoment {
  /** Chooses the kinds of its messages. */
  round: number
  kills: readonly Kill[]
  /** An additional fault of LINE. */
  fault: Fault['kind'] | null
  /** Each person gets a message of their own. */
  personal: boolean
}

const victims: Kill['victim'][] = ['worker', 'everything', 'postmaster', 'server', 'asleep']
const kinds = ['timeout_after_accept', null, 'error', 'slow', 'too_many', 'timeout'] as const

/** Moments of one kill each: every step under each victim, then shares up to the end. Six by six they are personal, so that these meet each fault. */
export const broadcastMoments = (random: Random, count: number): BroadcastMoment[] =>
  Array.from({ length: count }, (_, n) => ({
    round: n,
    kills: [
      {
        victim: victims[n % victims.length]!,
        at: n % 7 < steps.length ? steps[n % 7]! : n % 7 === 6 ? 1 : random.next() * 0.9,
      },
    ],
    fault: kinds[n % kinds.length]!,
    personal: Math.floor(n / kinds.length) % 2 === 1,
  }))

/** A broadcast of two texts that is struck while it chooses. */
export const choiceMoment: BroadcastMoment = {
  ...{ round: 2, personal: false, fault: null },
  kills: [{ victim: 'everything', at: 'choice' }],
}

/** One broadcast that is struck four times. */
export const shortMoment = (random: Random, personal: boolean): BroadcastMoment => ({
  round: personal ? 1 : 0,
  personal,
  kills: [
    { victim: 'server', at: 'call' },
    { victim: 'postmaster', at: 'commit' },
    { victim: 'server', at: 'answer' },
    { victim: 'everything', at: 0.5 + random.next() * 0.4 },
  ],
  fault: kinds[Math.floor(random.next() * kinds.length)]!,
})
