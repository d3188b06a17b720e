import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { users } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { ACCESS_TOKEN_SECONDS } from '@ruam/contract/platform/constants.ts'
import type pg from 'pg'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { beginSession } from '../auth/queries.ts'
import { REFUSED } from './isolate.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Milliseconds until a start that is not ready has failed: a million customers of an older version are migrated meanwhile. */
const START_MS = 30 * 60_000

interface RehearsingProcess {
  address: string
  /** Destinations to which a connection was refused. */
  refused: string[]
  stop(): Promise<void>
}

/** Starts this version of Ruam on a restored database and folder, with everything outgoing refused. */
export async function startRehearsing(
  { databaseUrl, dataFolder }: { databaseUrl: string; dataFolder: string },
  signal: AbortSignal,
): Promise<RehearsingProcess> {
  const child = spawn(process.execPath, [main, '--no-web'], {
    env: {
      ...process.env,
      // The only switch: it also ignores what other settings lead to.
      RUAM_REHEARSAL: '1',
      ...{ RUAM_DATA: dataFolder, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: '', DATABASE_APP_URL: '' },
      ...{ PORT: '0', HOST: '127.0.0.1', NODE_NO_WARNINGS: '1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  const refused: string[] = []
  try {
    return {
      address: await readiness(child, refused, AbortSignal.any([signal, AbortSignal.timeout(START_MS)])),
      refused,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function readiness(child: ChildProcess, refused: string[], signal: AbortSignal): Promise<string> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (line.startsWith(REFUSED)) refused.push(line.slice(REFUSED.length))
        const ready = /Ruam is ready: http:\/\/localhost:(\d+)/.exec(line)
        if (ready) resolve(`http://127.0.0.1:${ready[1]}`)
      })
    child.once('exit', (code, ended) =>
      reject(
        new Error(`The restored copy ended with ${code ?? ended} before it was ready: ${lines.slice(-3).join(' ')}`),
      ),
    )
    signal.addEventListener('abort', () => reject(new Error('The restored copy was not ready in time.')), {
      once: true,
    })
  })
}

/**
 * Signs a member in by the process's own means, without a password, and reads the member's stores and customers over HTTP. Returns the
 * number of answers; null if the copy has no member. Throws with the first refusal.
 */
export async function signIn(
  address: string,
  superuser: Pick<pg.Pool, 'query'>,
  pool: pg.Pool,
): Promise<number | null> {
  const { rows } = await superuser.query<{ user_id: number; store_id: number }>(`
    select m.user_id, m.store_id from store_member m
    join store s on s.store_id = m.store_id and s.deleted_at is null
    join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
    join dpa_decision d on d.store_id = m.store_id and d.status = 'accepted'
    where m.removed_at is null order by m.seen_at desc nulls last limit 1`)
  const member = rows[0]
  if (!member) return null
  const access = newToken()
  await beginSession(pool, {
    ...{
      userId: member.user_id,
      refresh: tokenHash(newToken()),
      access: tokenHash(access),
      device: tokenHash(newToken()),
    },
    ...{ seconds: ACCESS_TOKEN_SECONDS, accessSeconds: ACCESS_TOKEN_SECONDS },
    ...{ words: 'Rehearsal', address: '127.0.0.1', requestId: 'rehearsal' },
  })
  const call = async <T>(path: string, token: string, body?: object): Promise<T> => {
    const reply = await fetch(`${address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`The restored copy answered ${path} with ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  await call(users.stores.path.replace('{user_id}', String(member.user_id)), access)
  const { token } = await call<{ token: string }>('/stores/auth/token', access, { id: member.store_id })
  await call(`${profiles.list.path}?limit=20`, token)
  return 3
}
