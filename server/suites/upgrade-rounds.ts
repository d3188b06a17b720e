// Upgrades under staff, programs, webhooks and imports: migrations over all tables while the previous version answers, then both versions
// together. An answer that is no success is a fault.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, addFriend } from '../../tools/line/state.ts'
import { bodyOf, signatureOf, textMessage } from '../../tools/line/webhooks.ts'
import { migrate } from '../database/migrate.ts'
import { supervisePostgres } from '../database/postgres/supervise.ts'
import { asOwner } from '../servers/database-servers.ts'
import { signIn } from './ruam-client.ts'
import { startRuam } from './ruam-process.ts'

interface Rounds {
  /** Data folder of the previous version. */
  data: string
  /** Tree of the previous version. */
  before: string
  rounds: number
  /** Imports a file at one process and returns the people that the other counts. */
  importAt(address: string, other: string, number: number): Promise<number>
}

/** Milliseconds for which both versions answer, in each round. */
const TOGETHER_MS = 2000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Plays the rounds, prints each, and returns the number of faults. */
export async function playUpgrades({ data, before, rounds, importAt }: Rounds): Promise<number> {
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const old = await startRuam(data, { role: 'all', root: before })
  const postgres = await supervisePostgres(join(data, 'postgres'), () => {})
  const secretKey = (await readFile(join(data, 'secret-key'), 'utf8')).trim()
  const faults: string[] = []
  let answered = 0
  /** Milliseconds of the longest answer, by kind of request. */
  let longest: number[] = []
  try {
    const client = await signIn(old.address)
    const { key } = await client.call(apiKeys.create, { body: { name: 'POS', scopes: ['profile:write'] } })
    const channel = addChannel(line.state)
    const account = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const webhook = new URL(account.webhook.url).pathname
    const friend = addFriend(channel)
    let number = 0
    const requests: ((address: string, n: number) => [path: string, init: RequestInit])[] = [
      (_, n) => [
        '/api/profile',
        {
          method: 'POST',
          headers: { ...JSON_TYPE, authorization: `Bearer ${client.token}` },
          body: JSON.stringify({ fields: [{ id: 9, value: `06${String(10_000_000 + n)}` }] }),
        },
      ],
      () => ['/api/profile?limit=20', { headers: { authorization: `Bearer ${client.token}` } }],
      (_, n) => [
        '/open-api/v1/profiles/batch',
        {
          method: 'POST',
          headers: { ...JSON_TYPE, authorization: `Bearer ${key}`, 'idempotency-key': `upgrade-${n}` },
          body: JSON.stringify({ items: [{ values: { phone: `09${String(10_000_000 + n)}` } }] }),
        },
      ],
      () => {
        const body = bodyOf(channel, [textMessage(line.state, friend.userId, 'สวัสดี')])
        return [
          webhook,
          { method: 'POST', headers: { ...JSON_TYPE, 'x-line-signature': signatureOf(channel.secret, body) }, body },
        ]
      },
    ]
    /** Sends requests of all kinds to a process until it is told to end. */
    const sendTo = (address: string) => {
      let ended = false
      const senders = requests.map(async (request, kind) => {
        while (!ended) {
          const [path, init] = request(address, ++number)
          const start = performance.now()
          const reply = await fetch(address + path, init).catch((error: Error) => error)
          longest[kind] = Math.max(longest[kind] ?? 0, performance.now() - start)
          answered++
          const text = reply instanceof Error ? reply.message : await reply.text()
          // An import at work locks profiles for staff, and fast senders get a pause: both are answers of every day.
          const expected =
            text.includes('"profile_locked"') || (!(reply instanceof Error) && (reply.ok || reply.status === 429))
          if (!expected) faults.push(`${path}: ${reply instanceof Error ? '' : reply.status} ${text}`)
          await sleep(20)
        }
      })
      return async () => {
        ended = true
        await Promise.all(senders)
      }
    }
    const tables = await asOwner(postgres.ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^migration' order by 1",
      )
      return rows.map(({ name }) => name)
    })
    for (let round = 1; round <= rounds; round++) {
      const [faultsBefore, answeredBefore] = [faults.length, answered]
      longest = []
      const path = mkdtempSync(join(data, 'planted-'))
      const steps = tables.map((table) => `alter table ${table} add column planted_${round} int not null default 0;`)
      const name = `9${String(round).padStart(3, '0')}-planted.sql`
      writeFileSync(join(path, name), steps.join('\n-- step: the next table\n'))
      const endOld = sendTo(old.address)
      const importing = importAt(old.address, old.address, 10 + round).catch((error: Error) =>
        faults.push(`import: ${error.message}`),
      )
      await sleep(500)
      const start = performance.now()
      await migrate(postgres.ownerUrl, secretKey, { folder: pathToFileURL(`${path}/`) })
      const seconds = (performance.now() - start) / 1000
      const now = await startRuam(data, { role: 'all' })
      const endNow = sendTo(now.address)
      await sleep(TOGETHER_MS)
      await importing
      await endNow()
      await now.signal('SIGTERM')
      await endOld()
      console.log(
        `upgrade ${round} of ${rounds}: ${tables.length} tables in ${seconds.toFixed(1)} s, ${answered - answeredBefore} answers, ` +
          `the longest ${longest.map(Math.round).join(', ')} ms, ${faults.length - faultsBefore} failed`,
      )
      for (const fault of faults.slice(faultsBefore, faultsBefore + 5)) console.log(`  ${fault}`)
    }
  } finally {
    await old.signal('SIGTERM')
    await postgres.stop()
    await line.stop()
    delete process.env.LINE_API_URL
  }
  return faults.length
}
