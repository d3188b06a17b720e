import type { TimedWork } from '../core/clock.ts'
import type { CoreServers } from './core.ts'

/** Brings news of home to the other servers each second: to those that were away, and after a killed process. */
export const tellSteadily = (servers: CoreServers): TimedWork => ({
  name: 'news',
  everyMs: 1000,
  everyProcess: true,
  work: () => servers.tell(),
})
