import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { addFriend, type Channel, type LoginChannel } from '../../../tools/line/state.ts'
import { follow } from '../../../tools/line/webhooks.ts'
import { connectLine, namesStored, postEvents, testLine } from '../channels/line.testing.ts'
import { newStore, type TestStore, testServer } from '../store.testing.ts'

/** A store whose page My data is on. */
export interface MyDataStore {
  store: TestStore
  line: Channel
  webhook: string
  login: LoginChannel
  /** Address of the page, without the server. */
  path: string
}

let serial = 0

/** Adds a LINE Login channel to a store, which is not checked yet. */
export async function withLogin(store: TestStore): Promise<LoginChannel> {
  const { state } = await testLine()
  const login = { id: `3${process.pid}${String(++serial).padStart(5, '0')}`, secret: '', callbacks: [] }
  const made = { ...login, secret: Buffer.from(login.id.padStart(16, '0')).toString('hex').slice(-32) }
  state.login.channels.set(made.id, made)
  await store.call(myDataSettings.saveLogin, { body: { channel_id: made.id, channel_secret: made.secret } })
  return made
}

/** A new friend of an account, who becomes a customer. */
export async function newFriend(
  { store, line, webhook }: Pick<MyDataStore, 'store' | 'line' | 'webhook'>,
  name: string,
) {
  const { state } = await testLine()
  const { userId } = addFriend(line, { displayName: name })
  await postEvents(line, webhook, [follow(state, userId)])
  await namesStored(store.storeId)
  const { admin } = await testServer()
  const { rows } = await admin.query<{ profile_id: number }>(
    'select profile_id from channel_friend where store_id = $1 and external_id = $2',
    [store.storeId, userId],
  )
  return { userId, profileId: rows[0]!.profile_id }
}

export async function myDataStore(): Promise<MyDataStore> {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const login = await withLogin(store)
  const made = { store, line, webhook: account.webhook.url, login }
  const { userId } = await newFriend(made, 'พนักงาน')
  const { url } = await store.call(myDataSettings.check, {})
  await walk(url, userId)
  const { url: page } = await store.call(myDataSettings.turn, { body: { on: true } })
  return { ...made, path: new URL(page!).pathname }
}

/** Cookies of one browser by name. */
export type Jar = Map<string, string>

interface Sent {
  form?: Record<string, string>
  headers?: Record<string, string>
  from?: string
}

/** Opens an address of this server as a browser does, or sends a form there. */
export async function browse(jar: Jar, url: string, { form, headers = {}, from = '10.9.0.1' }: Sent = {}) {
  const { app } = await testServer()
  const { pathname, search } = new URL(url, 'http://localhost')
  const reply = await app.inject({
    method: form ? 'POST' : 'GET',
    url: pathname + search,
    remoteAddress: from,
    headers: {
      accept: 'text/html',
      'sec-fetch-site': form ? 'same-origin' : 'cross-site',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(form && {
        'content-type': 'application/x-www-form-urlencoded',
        host: 'localhost',
        origin: 'http://localhost',
      }),
      ...headers,
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
  for (const set of [reply.headers['set-cookie'] ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
    if (value) jar.set(name!, value)
    else jar.delete(name!)
  }
  return {
    status: reply.statusCode,
    body: reply.body,
    to: String(reply.headers.location ?? ''),
    headers: reply.headers,
  }
}

/** Goes to LINE as a user, and returns the address that LINE leads back to. */
export async function atLine(address: string, userId: string): Promise<string> {
  const { state } = await testLine()
  state.login.user = userId
  const reply = await fetch(address, { redirect: 'manual' })
  return reply.headers.get('location') ?? ''
}

/** Logs in as a LINE user, from an address of the page. Returns the browser and the last answer. */
export async function walk(url: string, userId: string, sent: Sent = {}, jar: Jar = new Map()) {
  const begun = await browse(jar, url, sent)
  const back = await browse(jar, await atLine(begun.to, userId), sent)
  return { jar, back }
}

/** Logs in on a page as a LINE user. */
export const logIn = (path: string, userId: string, sent: Sent = {}) => walk(`${path}/login`, userId, sent)
