import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { startFacebook } from '../../../tools/facebook/server.ts'
import { addPage, addUser, type Page } from '../../../tools/facebook/state.ts'
import { bodyOf, signatureOf } from '../../../tools/facebook/webhooks.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'

let started: ReturnType<typeof start> | undefined

/** Starts Facebook's simulator for a test file, and leads the test server to it. */
export async function testFacebook() {
  started ??= start()
  return started
}

async function start() {
  const facebook = await startFacebook()
  const { core } = await testServer()
  const { id: appId, secret: appSecret, verifyToken } = facebook.state.app
  core.config.facebook = { graphUrl: facebook.url, appId, appSecret, verifyToken }
  atEndOfFile(async () => {
    started = undefined
    await facebook.stop()
  })
  return facebook
}

/** Connects a page to a store. */
export async function connectPage(store: TestStore, page?: Page) {
  const { state } = await testFacebook()
  const made = page ?? addPage(state)
  const { connected } = await store.call(facebookSetting.connect, {
    body: { access_token: addUser(state, [made]), page_id: made.id },
  })
  return { page: made, id: connected!.id }
}

type Events = Parameters<typeof bodyOf>[1]

/** Posts events to the app's webhook as Facebook does. Returns the status. */
export async function postPages(
  events: Events,
  { signature, body, app: to }: { signature?: string; body?: string; app?: string } = {},
): Promise<number> {
  const { app } = await testServer()
  const { state } = await testFacebook()
  const sent = body ?? bodyOf(state, events)
  const reply = await app.inject({
    method: 'POST',
    url: `/webhook/facebook/${to ?? state.app.id}`,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signature ?? signatureOf(state.app.secret, sent),
    },
    payload: sent,
  })
  return reply.statusCode
}
