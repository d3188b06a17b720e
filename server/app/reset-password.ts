// `npm run reset-password`: sets a lost password from the machine that Ruam runs on, and ends the person's sessions.
import '../core/node-version.js'
import { createInterface } from 'node:readline/promises'
import { errors } from '@ruam/contract/errors/catalog.ts'
import { MIN_PASSWORD_LENGTH } from '@ruam/contract/platform/constants.ts'
import { readConfig } from '../core/config.ts'
import { startDatabase } from '../database/database.ts'
import { createPool } from '../database/db.ts'
import { listUnrecordedDecisions } from '../decisions/write.ts'
import type { Core } from '../servers/core.ts'
import { startServers } from '../servers/directory.ts'
import { openStorage } from '../storage/open-storage.ts'
import { isCommonPassword } from './auth/common-passwords.ts'
import { hashPassword } from './auth/passwords.ts'
import { openConnections } from './open-core.ts'
import { afterRestore } from './restored/after-restore.ts'

const config = readConfig(process.env)
const database = await startDatabase(config, console.log)
const ask = createInterface({ input: process.stdin, output: process.stdout })
const pool = createPool(database.ownerUrl, { max: 1 })
try {
  const { lists } = await bringUpToDate()
  const email = (await ask.question('E-mail: ')).trim()
  const { rows: people } = await pool.query<{ first_name: string; last_name: string; stores: string[] }>(
    `select first_name, last_name, array(select s.name from auth.stores_of(u.id) s
       union all select p.name from auth.places_of(u.id) p) as stores
     from users u where lower(email) = lower($1)`,
    [email],
  )
  const person = people[0]
  if (!person) throw new Error(`No user has the e-mail address ${email}.`)
  const password = await ask.question(`New password (at least ${MIN_PASSWORD_LENGTH} characters): `)
  if (password.length < MIN_PASSWORD_LENGTH)
    throw new Error(`A password has at least ${MIN_PASSWORD_LENGTH} characters.`)
  if (isCommonPassword(password, [email, person.first_name, person.last_name, ...person.stores]))
    throw new Error(errors.password_common.en)
  await pool.query('select auth.set_password($1, $2)', [email, await hashPassword(password)])
  await listUnrecordedDecisions({ pool, config, lists })
  console.log('The password is changed, and all sessions of this user are signed out.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  ask.close()
  await pool.end()
  await database.stop()
}

/**
 * Applies the lists outside the database, as a start does. In a restored folder the new line would otherwise pass for the whole list, and
 * an earlier change of the same password would end the new one.
 */
async function bringUpToDate(): Promise<Pick<Core, 'lists'>> {
  const { appUrl, directAppUrl, ownerUrl } = database
  const urls = { appUrl, directAppUrl, pooled: config.pooledUrl !== undefined }
  const { close, ...connections } = await openConnections(urls, (error) => console.error((error as Error).message))
  try {
    const core: Core = { config, ...connections, ...(await openStorage(config)) }
    const further = config.servers.map(({ id }) => id)
    const directory = further.length > 0 ? await startServers(core, further) : undefined
    // Home's old copy of a store that moved away is closed.
    await afterRestore({ ...core, ...(directory && { servers: directory }) }, ownerUrl, console.log).finally(() =>
      directory?.close(),
    )
    return core
  } finally {
    await close()
  }
}
