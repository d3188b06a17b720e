import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { atEndOfFile } from '../../server/testing/end-of-file.testing.ts'
import { newCredential } from '../../server/testing/open-api/keys.testing.ts'
import { type Received, startReceiver } from '../../server/testing/open-api/receiver.testing.ts'
import { newStore } from '../../server/testing/store.testing.ts'
import { commandLine, newFolder, serve } from './served.testing.ts'
import { connect, verifyWebhook } from './src/client.ts'

let address: string
beforeAll(async () => {
  const server = await serve()
  atEndOfFile(server.stop)
  address = server.address
})

let credential: string
let home: string
let phones = 0
beforeEach(async () => {
  ;({ credential } = await newCredential(await newStore()))
  home = await newFolder()
  await commandLine(home).login(address, credential)
})

async function send(key = credential): Promise<number> {
  const phone = `08955502${String(++phones).padStart(2, '0')}`
  const { results } = await connect({ address, credential: key }).post('/open-api/v1/profiles', {
    body: { values: { phone } },
  })
  return results![0]!.profile_id!
}

interface Kept {
  secret: string
  cursor?: string
}

async function kept(): Promise<Kept | undefined> {
  const name = (await readdir(join(home, 'ruam'))).find((one) => /^listen-\w+\.json$/.test(one))
  return name && JSON.parse(await readFile(join(home, 'ruam', name), 'utf8'))
}

const begin = (...args: string[]) => {
  const running = commandLine(home).ruam('listen', ...args)
  return { child: running.child, ended: running.catch((error: unknown) => error as { stderr: string }) }
}

/** Starts to listen, and waits until a place in the changes is kept. */
async function listen(...args: string[]) {
  const before = args.includes('--from-now') ? (await kept())?.cursor : undefined
  const listening = begin(...args)
  await expect.poll(async () => (await kept())?.cursor ?? before).not.toBe(before)
  const stop = async () => {
    listening.child.kill('SIGKILL')
    await listening.ended
  }
  atEndOfFile(stop)
  return stop
}

/** Customers of deliveries, each delivery once: after a kill some come again with the same id. */
const peopleOf = (received: readonly Received[]) => [
  ...new Map(received.map(({ headers, event }) => [headers['webhook-id'], event.data.profile_id])).values(),
]

test('each change is posted in order, signed as a webhook, also after a kill', async () => {
  const receiver = await startReceiver()
  const kill = await listen(receiver.url)
  const people = [await send(), await send()]
  await expect.poll(() => peopleOf(receiver.received)).toEqual(people)
  await kill()
  people.push(await send(), await send())
  const stop = await listen(receiver.url)
  await expect.poll(() => peopleOf(receiver.received)).toEqual(people)
  await stop()
  const { secret } = (await kept())!
  for (const { headers, body } of receiver.received)
    expect(verifyWebhook(secret, headers, body)).toMatchObject({ type: 'profile.created' })
})

test('an event that the program refuses comes again, before the next one', async () => {
  const receiver = await startReceiver()
  const stop = await listen(receiver.url)
  receiver.answer = () => (receiver.received.length === 1 ? 500 : 200)
  const [first, second] = [await send(), await send()]
  await expect.poll(() => receiver.received.length).toBe(3)
  await stop()
  expect(receiver.received.map(({ event }) => event.data.profile_id)).toEqual([first, first, second])
  const [refused, again] = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(again).toBe(refused)
})

test('a place of another store is refused with the way on, which leaves out what changed meanwhile', async () => {
  const receiver = await startReceiver()
  await (await listen(receiver.url))()
  const { credential: other } = await newCredential(await newStore())
  await commandLine(home).login(address, other)
  expect((await begin(receiver.url).ended).stderr).toContain(`ruam listen ${receiver.url} --from-now`)
  await send(other)
  const stop = await listen(receiver.url, '--from-now')
  const later = await send(other)
  await expect.poll(() => peopleOf(receiver.received)).toEqual([later])
  await stop()
})
