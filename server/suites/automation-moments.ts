import type { Random } from '../../tools/random.ts'
import type { Victim } from './crash-scene.ts'

const victims = ['worker', 'everything', 'postmaster', 'server', 'asleep', 'clock'] as const
/** Counts that a kill waits for; `open`: a share of the steps, and then a transaction of the engine. */
const places = ['enter', 'open', 'messages', 'open'] as const

export interface AutomationKill {
  victim: Victim | 'asleep' | 'clock'
  /** Counter that is waited for, and the share of it that is done when the kill comes. */
  at: (typeof places)[number]
  share: number
}

export interface AutomationMoment {
  round: number
  /** Customers enter as members of a segment when the automation is started, or by what happens to them. */
  way: 'inside' | 'stream'
  kills: readonly AutomationKill[]
}

/** Moments of one kill each: every victim at every place, by turns on both ways. */
export const automationMoments = (random: Random, count: number): AutomationMoment[] =>
  Array.from({ length: count }, (_, n) => ({
    round: n,
    way: n % 2 === 0 ? 'inside' : 'stream',
    kills: [
      {
        victim: victims[n % victims.length]!,
        at: places[Math.floor(n / victims.length) % places.length]!,
        share: 0.01 + random.next() * 0.9,
      },
    ],
  }))

/** One automation that is struck three times. */
export const shortAutomation = (random: Random): AutomationMoment => ({
  round: 1,
  way: 'stream',
  kills: [
    { victim: 'everything', at: 'enter', share: 0.1 },
    { victim: 'postmaster', at: 'open', share: 0.2 + random.next() * 0.2 },
    { victim: 'server', at: 'messages', share: 0.3 + random.next() * 0.3 },
  ],
})
