import type pg from 'pg'
import { openConnections } from '../../app/open-core.ts'
import { afterRestore } from '../../app/restored/after-restore.ts'
import { createPool } from '../../database/db.ts'
import { appUrlOf } from '../../database/migrate.ts'
import type { Core } from '../../servers/core.ts'
import { atEndOfFile } from '../../testing/end-of-file.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { newDatabase, newFolder, restoreInto } from '../backup-scene.ts'

export interface RestoredCore extends Core {
  admin: pg.Pool
  ownerUrl: string
}

/** Restores a backup into a database of its own. Decisions are not applied yet. */
export async function restoredCore(file: string): Promise<RestoredCore> {
  const { core } = await testServer()
  const { ownerUrl, superUrl } = await newDatabase()
  await restoreInto({ file, databaseUrl: ownerUrl, dataFolder: await newFolder() })
  const appUrl = appUrlOf(ownerUrl, core.config.secretKey)
  const { close, ...connections } = await openConnections({ appUrl, directAppUrl: appUrl, pooled: false }, () => {})
  const admin = createPool(superUrl, { max: 2 })
  atEndOfFile(async () => {
    await close()
    await admin.end()
  })
  return { ...core, ...connections, servers: undefined, admin, ownerUrl }
}

/** Applies decisions, as a start does. Returns what it says. */
export async function startOn(core: RestoredCore, more: Partial<Core> = {}): Promise<string[]> {
  const said: string[] = []
  await afterRestore({ ...core, ...more }, core.ownerUrl, (line) => said.push(line))
  return said
}
