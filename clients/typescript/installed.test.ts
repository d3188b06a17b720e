import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, test } from 'vitest'
import { sendWaiting } from '../../server/open-api/webhooks/send.ts'
import { atEndOfFile } from '../../server/testing/end-of-file.testing.ts'
import { newCredential, openFields } from '../../server/testing/open-api/keys.testing.ts'
import { coreOf, newStore } from '../../server/testing/store.testing.ts'
import { startRegistry } from './registry.testing.ts'
import { newFolder, run, serve } from './served.testing.ts'

/** A program that sends, reads, labels, gets deliveries, and follows the changes. It prints a line of JSON for each. */
const program = `
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changes, connect, RuamError, verifyWebhook } from '@ruam/client'
import type { ProfileValues } from './ruam-fields.ts'

const tell = (line: object) => console.log(JSON.stringify(line))
const watched: typeof fetch = (input, init) =>
  fetch(input, init).catch((error: unknown) => {
    tell({ away: true })
    throw error
  })
const [, , address = '', credential = ''] = process.argv
const ruam = connect<ProfileValues>({ address, credential, retries: 1, language: 'en', fetch: watched })

let secret = ''
const receiver = createServer(async (request, reply) => {
  let body = ''
  for await (const part of request) body += part
  const event = verifyWebhook(secret, request.headers, body)
  if (event.type === 'label.added') tell({ delivered: event.type, label: event.data.label_id })
  else tell({ delivered: event.type })
  reply.writeHead(204).end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
const hook = await ruam.post('/open-api/v1/webhooks', {
  body: { url: 'http://127.0.0.1:' + port, types: ['profile.created', 'label.added'] },
})
secret = hook.secret
const { next_cursor: cursor } = await ruam.get('/open-api/v1/changes')

const values: ProfileValues = { firstName: 'มะลิ', phone: '0895550301' }
await ruam.post('/open-api/v1/profiles', { body: { values } })
const sent = await ruam.post('/open-api/v1/profiles', { body: { values: { ...values, constructor: 7 } } })
const id = String(sent.results?.[0]?.profile_id)
const { data } = await ruam.get('/open-api/v1/profiles/{id}', { params: { path: { id } } })
const founders = Object.hasOwn(data.values, 'constructor') ? data.values.constructor : undefined
const [label] = (await ruam.get('/open-api/v1/labels')).data
if (!label) throw new Error('The store has no label.')
await ruam.post('/open-api/v1/profiles/{id}/labels', { params: { path: { id } }, body: { label_ids: [label.id] } })
const failure = await ruam
  .get('/open-api/v1/profiles/{id}', { params: { path: { id: '999999999' } } })
  .catch((error: unknown) => (error instanceof RuamError && error.name === 'not_found' ? error.status : error))
tell({ hook: hook.id, status: sent.results?.[0]?.status, phone: data.values.phone, founders, failure })

// @ts-expect-error The store has no such field.
data.values.shoeSize
// @ts-expect-error The API has no such call.
void (() => ruam.get('/open-api/v1/nothing'))

for await (const { events } of changes(ruam, { cursor, everyMs: 20 }))
  for (const event of events)
    if (event.type === 'profile.updated') tell({ changed: event.fields })
    else tell({ changed: event.type })
`

const settings = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], types: ['node'], skipLibCheck: false },
  ...{ noEmit: true, allowImportingTsExtensions: true, verbatimModuleSyntax: true },
}

const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url))

test('the packed client is installed in an empty project, compiles strictly and works through a day with a restart', {
  tags: ['verify'],
}, async () => {
  const folder = await newFolder()
  const [served, project] = [join(folder, 'served.tgz'), await newFolder()]
  await run(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url)), served])
  const registry = await startRegistry(served)
  const inProject = { cwd: project, env: { ...process.env, XDG_CONFIG_HOME: folder } }
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'program', private: true, type: 'module' }))
  const quietly = ['--no-audit', '--no-fund', '--no-update-notifier', '--cache', join(folder, 'cache')]
  await run('npm', ['install', ...quietly, '--registry', registry, `${registry}/client.tgz`, '@types/node'], inProject)

  const server = await serve()
  const store = await newStore()
  const field = { field_name: 'constructor', display_name: 'ผู้ก่อตั้ง', data_type: 'Number' as const }
  await store.call(profileFields.create, { body: field })
  await store.call(labels.create, { body: { name: 'สมาชิก', color: 'teal', type: 'general' } })
  const key = await newCredential(store)
  await openFields(key)
  const ruam = (...args: string[]) => run(join(project, 'node_modules/.bin/ruam'), args, inProject)
  const login = ruam('login')
  login.child.stdin!.end(`${server.address}\n${key.credential}\n`)
  await login
  await ruam('types', '--out', 'ruam-fields.ts')
  await writeFile(join(project, 'day.ts'), program)
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, include: ['*.ts'] }))
  const compiled = await run(process.execPath, [compiler], inProject).catch((error: unknown) => error)
  expect(compiled).toMatchObject({ stdout: '' })

  const day = spawn(process.execPath, ['day.ts', server.address, key.credential], {
    ...{ cwd: project, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  atEndOfFile(async () => void day.kill())
  const told: Record<string, unknown>[] = []
  createInterface({ input: day.stdout! }).on('line', (line) => told.push(JSON.parse(line)))
  const lineWith = async (name: string) => {
    await expect.poll(() => told.some((line) => name in line)).toBe(true)
    return told.find((line) => name in line)!
  }
  const all = (name: string) => told.flatMap((line) => (name in line ? [line[name]] : []))

  const { hook } = await lineWith('hook')
  const shown = { status: 'updated', phone: '+66895550301', founders: 7, failure: 404 }
  expect(await lineWith('hook')).toEqual({ hook, ...shown })
  await sendWaiting(await coreOf(store), store.storeId, Number(hook), new AbortController().signal)
  await expect.poll(() => all('delivered')).toEqual(['profile.created', 'label.added'])
  expect(told).toContainEqual({ delivered: 'label.added', label: expect.any(Number) })
  await expect.poll(() => all('changed')).toEqual(['profile.created', ['constructor'], 'label.added'])

  await server.stop()
  await lineWith('away')
  const again = await serve(server.port)
  atEndOfFile(again.stop)
  const { address } = again
  const headers = { authorization: `Bearer ${key.credential}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ values: { phone: '0895550302' } })
  await fetch(`${address}/open-api/v1/profiles`, { method: 'POST', headers, body })
  await expect.poll(() => all('changed')).toHaveLength(4)
  expect(all('changed').at(-1)).toBe('profile.created')
})
