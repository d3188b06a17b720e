import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@ruam/contract/errors/catalog.ts'
import pg from 'pg'
import type { Config } from '../../core/config.ts'
import { onConnection, transaction } from '../../database/db.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Core } from '../../servers/core.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { type NewOwner, setUp, setupNeeded } from './queries.ts'

/** Makes the first owner and the first store; sample data for it is made by a job. An unattended one comes with no request. */
export function setUpStore(
  { pool, jobs }: Pick<Core, 'pool' | 'jobs'>,
  owner: NewOwner,
  sample: boolean,
  request?: Parameters<typeof requestOrigin>[0],
) {
  return transaction(pool, request ? `begin; ${requestOrigin(request)}` : 'begin', async (client) => {
    const made = (await setUp(client, owner))!
    if (made.outcome === 'made' && sample) {
      await jobs.enqueue(onConnection(client), 'sample-store', { store_id: made.store_id, user_id: made.user_id })
    }
    return made
  })
}

const isGuessable = ({ email, password, store }: NonNullable<Config['setup']>) =>
  isCommonPassword(password, [email.toLowerCase(), store])

const guessable = () => new Error(`The setting RUAM_SETUP_PASSWORD is not valid: ${errors.password_common.en}`)

/**
 * Refuses a guessable password before anything is made: neither a folder of the embedded PostgreSQL nor a table of another one.
 * A database that exists may have its owner already: `setUpUnattended` checks the password then.
 */
export async function checkSetupPassword(config: Config): Promise<void> {
  if (!config.setup || config.role === 'worker' || !isGuessable(config.setup)) return
  if (!(await isDatabaseMade(config))) throw guessable()
}

async function isDatabaseMade({ databaseUrl, dataFolder }: Config): Promise<boolean> {
  if (!databaseUrl) return existsSync(join(dataFolder, 'postgres'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ made: boolean }>("select to_regclass('public.users') is not null as made")
    return rows[0]!.made
  } finally {
    await client.end()
  }
}

/** On an empty database, when the settings for it are there: before the first call can come in. Throws one clear sentence. */
export async function setUpUnattended(core: Pick<Core, 'pool' | 'jobs' | 'config'>): Promise<void> {
  const { setup } = core.config
  if (!setup || !(await setupNeeded(core.pool))) return
  if (isGuessable(setup)) throw guessable()
  const email = setup.email.toLowerCase()
  const owner = {
    email,
    first_name: email.split('@')[0]!,
    last_name: '',
    password_hash: await hashPassword(setup.password),
    store_name: setup.store,
    dpaAccepted: setup.dpaAccepted,
    token: null,
  }
  await setUpStore(core, owner, setup.sample)
}
