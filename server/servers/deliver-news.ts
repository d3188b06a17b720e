import type { TimedWork } from '../core/clock.ts'
import type { StoreDirectory } from './directory.ts'

/** Delivers the news of home to the other servers each second: to those that were away, and after a killed process. */
export const deliverNewsSteadily = (directory: StoreDirectory): TimedWork => ({
  name: 'news',
  everyMs: 1000,
  everyProcess: true,
  work: () => directory.notify(),
})
