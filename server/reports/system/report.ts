import { setTimeout as sleep } from 'node:timers/promises'
import { hasRole, may, OWNER, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { System } from '@ruam/contract/reports/system.ts'
import { sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import {
  backupPart,
  certificatePart,
  diskPart,
  mailFailure,
  PATIENCE_MS,
  type Part,
  versionPart,
} from './installation.ts'
import { databasePart, jobsPart, linePart, mailCounts, requestHours } from './queries.ts'

/** Returns the state of the installation for one store. A part that fails or takes too long is unknown. */
export async function systemReport(core: Core, storeId: number, rights: Rights): Promise<System> {
  const now = new Date(databaseNow())
  const isOwner = hasRole(rights, OWNER)
  const seesSources = may(rights, 'cdp-core.datasource.read')
  const read = <T>(work: (db: Db) => Promise<T>) =>
    inStore(core.pool, storeId, async (db) => {
      await sql.raw(`set local statement_timeout = ${PATIENCE_MS}`).execute(db)
      return work(db)
    })
  /** Facts of the installation are for owners. */
  const ofInstallation = <P extends keyof System['parts']>(work: () => Promise<Part<P>>) =>
    isOwner ? soft<P>(work()) : null

  const outside = Promise.all([
    ofInstallation<'certificate'>(() => certificatePart(core, now)),
    ofInstallation<'disk'>(() => diskPart(core)),
    ofInstallation<'backup'>(() => backupPart(core)),
    ofInstallation<'version'>(() => versionPart(core)),
    soft<'mail'>(mailPart(core, (work) => read(work), storeId)),
  ])
  // One connection after the other: many may look at once.
  const hours = await within(read((db) => requestHours(db, storeId))).catch(() => [])
  const database = await soft<'database'>(read((db) => databasePart(db, storeId, isOwner)))
  const jobs = await soft<'jobs'>(read((db) => jobsPart(db, storeId, seesSources)))
  const line = await soft<'line'>(read((db) => linePart(db, storeId)))
  const [certificate, disk, backup, version, mail] = await outside
  return {
    checked: now.toISOString(),
    hours,
    operator: core.config.operatorEmail !== undefined && core.config.mail !== undefined,
    parts: { certificate, disk, backup, database, jobs, line, mail, version },
  }
}

async function mailPart(
  { config }: Core,
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  storeId: number,
): Promise<Part<'mail'>> {
  if (!config.mail) return { state: 'off', facts: null }
  const failure = await mailFailure(config.mail)
  const counts = await read((db) => mailCounts(db, storeId))
  return { state: failure ? 'broken' : 'fine', facts: { failure, ...counts } }
}

/** Rejects work that takes longer than two seconds. */
const within = <T>(work: Promise<T>): Promise<T> => {
  const late = new AbortController()
  const ended = sleep(PATIENCE_MS + 200, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('late')
  })
  return Promise.race([work, ended]).finally(() => late.abort())
}

/** Returns a part; unknown if it failed or is late. */
const soft = <P extends keyof System['parts']>(work: Promise<Part<P>>): Promise<Part<P>> =>
  within(work).catch(() => ({ state: 'unknown', facts: null }) as Part<P>)
