import type pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import { createPool } from '../../database/db.ts'
import { hardenDatabase } from './harden.ts'
import { provisionLogins, removeLogins } from './provision.ts'
import { endLargeSessions, endLongSessions, recordSessions } from './sessions.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

interface Options {
  enabled: boolean
  ownerUrl: string
  /** The superuser of the embedded server, or the owner again. */
  superUrl: string
  onEnded: (role: string) => void
}

/**
 * Keeps SQL logins as the stores want them and watches over their sessions, each second; without SQL access it removes all logins. Works as
 * the owner of the database.
 */
export function keepSqlLogins({ enabled, ownerUrl, superUrl, onEnded }: Options): TimedWork {
  let owner: pg.Pool | undefined
  let hardened = false

  async function keep(pool: pg.Pool) {
    if (!hardened) {
      // Once: the database may not let Ruam do it. Each login is checked when it is made.
      hardened = true
      await hardenDatabase(ownerUrl, superUrl)
    }
    await recordSessions(pool)
    for (const role of await endLongSessions(pool)) onEnded(role)
    // Of the embedded server, which runs on this machine.
    if (superUrl !== ownerUrl) for (const role of await endLargeSessions(pool)) onEnded(role)
    const [error] = await provisionLogins(pool)
    if (error) throw error
  }

  return {
    name: 'sql-logins',
    everyMs: enabled ? SECOND_MS : HOUR_MS,
    async work(signal) {
      if (!owner) {
        const pool = createPool(ownerUrl, { max: 2 })
        owner = pool
        const close = () => {
          owner = undefined
          void pool.end()
        }
        signal.addEventListener('abort', close, { once: true })
      }
      await (enabled ? keep(owner) : removeLogins(owner))
    },
  }
}
