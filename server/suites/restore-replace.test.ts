import { readdirSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auth } from '@ruam/contract/access/auth.ts'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../database/postgres/embedded.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { tryCommand } from './backup-commands.ts'
import { newFolder } from './backup-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'
import { owner, type RuamProcess, startRuam } from './ruam-process.ts'

/** What the owner signs in with. */
const OWNER = { email: owner.email, password: owner.password }
const MANAGER = { email: 'manager@example.com', password: 'a password of the manager' }

const post = (ruam: RuamProcess, path: string, body: object, token = '') =>
  fetch(`${ruam.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

const signsIn = async (ruam: RuamProcess, { email, password }: typeof MANAGER) =>
  (await post(ruam, auth.login.path, { email, password })).status

/** Runs a query on the database of a stopped Ruam. */
async function query<T extends pg.QueryResultRow>(dataFolder: string, text: string): Promise<T[]> {
  const server = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres') })
  const url = new URL(server.superUrl)
  url.pathname = new URL(server.ownerUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
    await server.stop()
  }
}

test('a folder that is replaced by its backup keeps decisions and acts, and says so', {
  tags: ['verify'],
  timeout: 1_200_000,
}, async () => {
  const data = await newFolder()
  const env = { RUAM_DATA: data, RUAM_BACKUP_PASSPHRASE: '' }
  let running: RuamProcess | undefined
  atEndOfFile(async () => running?.signal('SIGTERM'))
  const start = async () => (running = await startRuam(data, { role: 'all' }))
  const stop = async () => running!.signal('SIGTERM')
  const key = (ruam: RuamProcess, secret: string) =>
    fetch(`${ruam.address}/open-api/v1/profiles`, { headers: { authorization: `Bearer ${secret}` } }).then(
      ({ status }) => status,
    )

  const ruam = await start()
  const client = await signIn(ruam.address)
  const newKey = (name: string) => client.call(apiKeys.create, { body: { name, scopes: ['profile:read'] } } as never)
  const [made, later] = [await newKey('till'), await newKey('second till')]
  const role_id = await managerRole(client)
  const { link } = await client.call(invitations.create, {
    body: { email: MANAGER.email, role_id, send: false },
  } as never)
  const token = link!.split('#')[1]!
  const accepted = { token, first_name: 'ผู้จัดการ', last_name: 'ร้าน', password: MANAGER.password }
  expect((await post(ruam, auth.acceptInvitation.path, accepted)).status).toBe(200)
  expect(await key(ruam, made.key)).toBe(200)
  const backup = await tryCommand(['backup.ts', join(data, 'backups')], env)
  expect(backup.code, backup.said).toBe(0)
  const file = join(data, 'backups', readdirSync(join(data, 'backups'))[0]!)

  await client.call(apiKeys.revoke, { params: { id: String(made.id) } })
  const members = await client.call(people.list, { query: {} })
  const manager = members.data.find(({ email }) => email === MANAGER.email)!
  await client.call(people.remove, { params: { id: String(manager.id) }, query: {} })
  const login = await (await post(ruam, auth.login.path, OWNER)).json()
  const changed = { current: owner.password, next: 'another password of the owner' }
  expect((await post(ruam, auth.password.path, changed, login.access_token)).status).toBeLessThan(300)
  await stop()
  const acts =
    "select action from audit_log where action in ('api_key_revoked', 'member_removed', 'password_changed') order by 1"
  expect(await query(data, acts)).toHaveLength(3)

  const restored = await tryCommand(['restore.ts', file, '--replace'], env)
  expect(restored.code, restored.said).toBe(0)
  const again = await start()
  expect(await key(again, made.key)).toBe(401)
  expect(await signsIn(again, OWNER)).toBe(401)
  expect(await signsIn(again, { ...OWNER, password: changed.next })).toBe(401)
  const theirs = await (await post(again, auth.login.path, MANAGER)).json()
  const stores = await fetch(`${again.address}/api/users/${theirs.user.id}/stores`, {
    headers: { authorization: `Bearer ${theirs.access_token}` },
  })
  expect((await stores.json()).data ?? []).toEqual([])
  expect(again.lines.join('\n')).toMatch(/decisions since then were applied again/)
  await stop()
  expect(await query(data, acts)).toHaveLength(3)
  const [row] = await query<{ details: Record<string, unknown> }>(
    data,
    "select details from audit_log where action = 'database_restored'",
  )
  expect(row!.details).toMatchObject({ without: '' })
  const whole = await tryCommand(['verify-audit.ts'], env)
  expect([whole.code, whole.said]).toEqual([0, expect.stringMatching(/Every sealed hour/)])

  // A decision between two restores. The next start lists it.
  await query(data, "update credential set status = 'revoked' where name = 'second till'")
  await start()
  await stop()
  // Twice in a row, and then without the list, as on a new machine.
  expect((await tryCommand(['restore.ts', file, '--replace'], env)).code).toBe(0)
  await rename(join(data, 'decisions'), join(data, 'decisions.kept'))
  const unknown = await start()
  expect(unknown.lines.join('\n')).toMatch(/Decisions since then are UNKNOWN/)
  expect(await key(unknown, made.key)).toBe(200)
  await stop()
  expect((await tryCommand(['restore.ts', file, '--replace'], env)).code).toBe(0)
  await rm(join(data, 'decisions'))
  await rename(join(data, 'decisions.kept'), join(data, 'decisions'))
  const known = await start()
  expect(await Promise.all([made.key, later.key].map((secret) => key(known, secret)))).toEqual([401, 401])
  await stop()
  await writeFile(
    join(data, 'decisions'),
    (await readFile(join(data, 'decisions'), 'utf8')).replace('"credential":', '"credentiaI":'),
  )
  await expect(start()).rejects.toThrow(/The list of decisions.*Put the list back/s)
})

/** The id of the role of managers. */
async function managerRole(client: RuamClient): Promise<number> {
  const { data } = await client.call(roles.listOfSettings, { query: {} })
  return data.find(({ name }) => name === 'manager')!.id
}
