import { lineOa } from '@ruam/contract/channels/accounts.ts'
import type { ConnectionCheck } from '@ruam/contract/channels/connection.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addChannel, type Channel, type Fault, type State } from '../../../tools/line/state.ts'
import { accountEvent } from '../../../tools/line/webhooks.ts'
import { connectLine, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { noteAnswer, writeAnswers } from './answer-times.ts'
import { checkAccount } from './check.ts'
import { sealCredentials } from './secrets.ts'

let store: TestStore
let state: State
beforeAll(async () => {
  ;({ state } = await testLine())
  store = await newStore()
})

const json = (body: object) => JSON.stringify(body)
/** LINE answers all calls to a path in one way. */
const answers = (path: string, status: number, text = json({ message: 'Refused' })) =>
  state.faults.push({ path, kind: 'answer', status, text, times: 9 })
const meets = (path: string, kind: Fault['kind'], times = 9) => state.faults.push({ path, kind, delay: 1, times })
const TEST = '/v2/bot/channel/webhook/test'
const ENDPOINT = '/v2/bot/channel/webhook/endpoint'
const tested = (reason: string, statusCode: number) =>
  answers(TEST, 200, json({ success: false, timestamp: new Date().toISOString(), statusCode, reason, detail: '' }))

interface Connected {
  line: Channel
  id: number
  url: string
}

async function reads(id: number) {
  return store.call(lineOa.get, { params: { id: String(id) } })
}

/** The clock's next check of an account, with every check due. */
async function nextCheck(id: number) {
  const { core, admin } = await testServer()
  await admin.query(
    `update channel_check set tried_at = now() - interval '1 day' where store_id = $1 and channel_id = $2`,
    [store.storeId, id],
  )
  await checkAccount(core, store.storeId, id)
  state.faults.length = 0
  return reads(id)
}

/** Replaces the token of an account as if staff had pasted it. */
async function paste({ id, line }: Connected, token: string) {
  const { core, admin } = await testServer()
  const credentials = { channelId: line.id, secret: line.secret, token }
  const sealed = sealCredentials(core, store.storeId, credentials)
  await admin.query('update channel set token = $3, token_end = $4 where store_id = $1 and id = $2', [
    ...[store.storeId, id, sealed.token, sealed.token_end],
  ])
}

const hears = async ({ line, url }: Connected, type: Parameters<typeof accountEvent>[2]) =>
  expect(await postEvents(line, url, [accountEvent(state, line, type)])).toBe(200)

type Break = (made: Connected) => unknown
/** Behaviour of LINE, the fault that is named, and the check that could not be made. `stops`: nothing is sent. */
const faults: [
  title: string,
  breaks: Break,
  fault: string | null,
  stops: boolean,
  trouble?: [ConnectionCheck, string],
][] = [
  ['the secret was issued again', ({ line }) => (line.secret = 'f'.repeat(32)), 'secret_refused', true],
  ['the channel was deleted', ({ line }) => state.channels.delete(line.id), 'secret_refused', true],
  ['LINE refuses even a new token', ({ line }) => (line.refusesTokens = true), 'token_refused', true],
  ['an issued token ended early', () => state.tokens.clear(), null, false],
  ['one call meets a refused token', () => meets('/v2/bot/info', 'unauthorized', 1), null, false],
  ['a pasted token was revoked', (made) => paste(made, 'x'.repeat(80)), 'token_expired', false],
  ['a pasted token is another channel’s', (made) => paste(made, addChannel(state).token), 'token_of_other', true],
  ['LINE suspended the account', ({ line }) => (line.suspended = true), 'suspended', true],
  ['LINE sends that it suspended the bot', (made) => hears(made, 'botSuspended'), 'suspended', true],
  ['LINE sends that it deactivated the account', (made) => hears(made, 'deactivated'), 'deactivated', true],
  ['LINE sends that the module was detached', (made) => hears(made, 'detached'), 'detached', true],
  ['LINE knows the bot no more', () => answers('/v2/bot/info', 404), 'deactivated', true],
  ['the keys open another bot', ({ line }) => (line.userId = `U${'e'.repeat(32)}`), 'other_bot', false],
  ['bot info is no JSON', () => answers('/v2/bot/info', 200, 'hello'), null, false, ['bot', 'unreadable']],
  [
    'the webhook was led elsewhere',
    ({ line }) => (line.webhook!.endpoint = 'https://other.example/'),
    'other_address',
    false,
  ],
  ['the account has no webhook', ({ line }) => (line.webhook = null), 'no_address', false],
  ['the webhook was switched off', ({ line }) => (line.webhook!.active = false), 'switched_off', false],
  ['LINE times out at the webhook', () => tested('REQUEST_TIMEOUT', 0), 'timeout', false],
  ['LINE cannot connect to the webhook', () => tested('COULD_NOT_CONNECT', 0), 'unreachable', false],
  ['the webhook answers 503', () => tested('ERROR_STATUS_CODE', 503), 'refused', false],
  ['the read of the address is refused', () => answers(ENDPOINT, 403), null, false, ['webhook_address', 'denied']],
  ['the test of the webhook is refused', () => answers(TEST, 400), null, false, ['webhook_test', 'denied']],
  ['the tests of the hour are used up', () => meets(TEST, 'too_many'), null, false, ['webhook_test', 'busy']],
  ['the quota is refused', () => answers('/v2/bot/message/quota', 403), null, false, ['quota', 'denied']],
  ['the quota is no JSON', () => answers('/v2/bot/message/quota', 200, '<p>'), null, false, ['quota', 'unreadable']],
  [
    'a limited quota has no number',
    () => answers('/v2/bot/message/quota', 200, json({ type: 'limited' })),
    null,
    false,
    ['quota', 'unreadable'],
  ],
  ['the statistics are refused', () => answers('/v2/bot/insight', 403), null, false, ['statistics', 'denied']],
  ['the statistics are refused with 400', () => answers('/v2/bot/insight', 400), null, false, ['statistics', 'denied']],
  ['LINE does not answer', () => meets('/oauth2', 'timeout'), null, false, ['keys', 'no_answer']],
  ['LINE answers 500', () => meets('/oauth2', 'error'), null, false, ['keys', 'no_answer']],
  ['LINE is busy', () => meets('/oauth2', 'too_many'), null, false, ['keys', 'busy']],
  ['a proxy answers 403 for LINE', () => answers('/oauth2', 403, '<html>'), null, false, ['keys', 'no_answer']],
  ['bot info is cut off by a proxy', () => answers('/v2/bot/info', 403, '<html>'), null, false, ['bot', 'no_answer']],
  [
    'answers to webhooks take too long',
    async ({ id }) => {
      const { core } = await testServer()
      for (const ms of [100, 2600]) noteAnswer(core.pool, store.storeId, id, ms)
      await writeAnswers(core.pool)
    },
    'slow',
    false,
  ],
  [
    'a stranger posts with a wrong signature',
    async ({ line, url }) => expect(await postEvents(line, url, [], { signature: 'AAAA' })).toBe(401),
    null,
    false,
  ],
]

/** Rows in each run: those that stop sending, and one of each kind that must not. */
const ALWAYS =
  /^(the secret was issued|LINE refuses even|LINE suspended|LINE sends|a pasted token was|the webhook was led|the quota is refused|the statistics are refused$|LINE does not answer|a stranger)/

describe('the next check names the fault when', () => {
  for (const [title, breaks, fault, stops, trouble] of faults)
    test(title, { tags: ALWAYS.test(title) ? [] : ['verify'] }, async () => {
      const { line, account } = await connectLine(store)
      expect(account.connection).toEqual({ state: 'works', fault: null, repair: null })
      await breaks({ line, id: account.id, url: account.webhook.url })
      const checked = await nextCheck(account.id)
      expect(checked.connection).toMatchObject({ fault, state: stops ? 'stopped' : fault ? 'attention' : 'works' })
      expect(checked.status).toBe(stops ? 'error' : 'active')
      const troubles = checked.checks.flatMap((one) => (one.trouble ? [[one.kind, one.trouble]] : []))
      expect(troubles).toEqual(trouble ? [trouble] : [])
    })
})
