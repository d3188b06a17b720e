import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type pg from 'pg'
import { migrationFiles } from '../../database/migration-files.ts'
import type { Core } from '../../servers/core.ts'

/** Milliseconds for which a check that is well is not repeated: a proxy asks every second. */
const FRESH_MS = 10_000
/** A key that no storage ever made. */
const NO_FILE = '0/00000000-0000-4000-8000-000000000000'

type Trouble = string | undefined

/** Checks that files can be read and written. */
export const storagePart = ({ config, storage }: Pick<Core, 'config' | 'storage'>): (() => Promise<Trouble>) =>
  whileFresh(() =>
    config.bucket
      ? storage.size(NO_FILE).then(
          () => undefined,
          (error: unknown) => (isNotFound(error) ? undefined : 'The bucket does not answer: files wait.'),
        )
      : access(config.dataFolder, constants.W_OK).then(
          () => undefined,
          () => 'The data folder cannot be written.',
        ),
  )

const isNotFound = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

/** Checks that the database has all migrations of this version: a restored one may be older. */
export function migrationsPart(pool: pg.Pool): () => Promise<Trouble> {
  const names = migrationFiles().map(({ name }) => name)
  return whileFresh(async () => {
    const { rows } = await pool.query('select from auth.missing_migrations($1)', [names])
    return rows.length > 0 ? 'The database is older than this version: restart Ruam, which updates it.' : undefined
  })
}

function whileFresh(check: () => Promise<Trouble>): () => Promise<Trouble> {
  let wellAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - wellAt < FRESH_MS) return undefined
    const trouble = await check()
    if (trouble === undefined) wellAt = performance.now()
    return trouble
  }
}
