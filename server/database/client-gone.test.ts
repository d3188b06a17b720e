import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../testing/database.testing.ts'
import { hasPooler, startAppPooler } from '../testing/pooler.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { settleRole } from './migrate.ts'

let server: Awaited<ReturnType<typeof testServer>>
let appUrl: string
beforeAll(async () => {
  server = await testServer()
  appUrl = server.core.config.appUrl!
  const name = new URL(appUrl).pathname.slice(1)
  await settleRole(databaseUrl(inject('database').superUrl, name), { pooled: false })
})

const atWork = async (name: string) =>
  (await server.admin.query("select from pg_stat_activity where application_name = $1 and state = 'active'", [name]))
    .rowCount

test('a statement ends within 5 s of the kill of its client', async () => {
  const name = `orphan ${process.pid}`
  const program = `import pg from 'pg'
    const client = new pg.Client({ connectionString: process.argv[1], application_name: ${JSON.stringify(name)} })
    await client.connect(); await client.query('select pg_sleep(600)')`
  const client = spawn(process.execPath, ['--input-type=module', '-e', program, appUrl], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: 'ignore',
  })
  await expect.poll(() => atWork(name)).toBe(1)
  const ended = once(client, 'exit')
  client.kill('SIGKILL')
  await ended
  await expect.poll(() => atWork(name), { timeout: 5000 }).toBe(0)
})

test('the application role brings the check along, whatever the server is set to', async () => {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  const { rows } = await client.query(
    "select setting, source from pg_settings where name = 'client_connection_check_interval'",
  )
  await client.end()
  expect(rows).toEqual([{ setting: '2000', source: 'user' }])
})

test.each(['direct', 'pooled'] as const)(
  'a killed client that waits for a lock returns those it has, %s',
  { tags: ['verify'], timeout: 30_000 },
  async (way) => {
    if (way === 'pooled' && !hasPooler()) return
    const pooler = way === 'pooled' ? await startAppPooler(appUrl, inject('database').secretKey) : undefined
    const [own, awaited] = [process.pid, process.pid + 10_000_000]
    const client = new pg.Client({ connectionString: pooler?.urlOf(appUrl) ?? appUrl })
    client.on('error', () => {})
    const other = await server.admin.connect()
    try {
      await other.query('select pg_advisory_lock($1)', [awaited])
      await client.connect()
      await client.query(`begin; select pg_advisory_xact_lock(${own})`)
      client.query(`select pg_advisory_xact_lock(${awaited})`).catch(() => {})
      const isFree = async () =>
        (await other.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [own])).rows[0]!.free
      expect(await isFree()).toBe(false)
      // Closes the socket as a kill does.
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      stream.destroy()
      await expect.poll(isFree, { timeout: 10_000 }).toBe(true)
    } finally {
      await other.query('select pg_advisory_unlock_all()')
      other.release()
      await pooler?.stop()
    }
  },
)
