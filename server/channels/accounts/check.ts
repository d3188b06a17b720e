import { channelNotice } from '@ruam/contract/channels/accounts.ts'
import { z } from 'zod'
import { outsideText } from '../../core/outside-text.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { callLine, fetchLine, fetchQuota, type LineCredentials, LineError, LineUnreachable } from './line-client.ts'
import { type AccountRow, saveCheck, updateAccount } from './queries.ts'
import { credentialsOf, webhookUrl } from './secrets.ts'
import type { WebhookState } from './tables.ts'

/** LINE calls https addresses alone; a simulator on this machine calls any. */
function isReachable({ config }: Core): boolean {
  const { hostname } = new URL(config.line.apiUrl)
  return config.publicUrl?.startsWith('https:') === true || ['127.0.0.1', 'localhost'].includes(hostname)
}

/** Asks LINE for the quota and whether webhooks arrive, and saves the answers. Sets the webhook address first if `set` is true. */
export async function checkAccount(core: Core, storeId: number, account: AccountRow, set: boolean): Promise<void> {
  const credentials = credentialsOf(core, storeId, account)
  const found = {
    webhook_state: await testWebhook(core, credentials, webhookUrl(core, storeId, account), set),
    quota: { ...(await fetchQuota(core, credentials)), at: new Date().toISOString() },
    friends_at_line: await readFriends(core, credentials),
  }
  await inStore(core.pool, storeId, (db) => saveCheck(db, storeId, account.id, found))
}

const Followers = z.object({
  status: outsideText(40),
  followers: z.number().nullish(),
  blocks: z.number().nullish(),
})

/** Reads how many friends LINE counted yesterday (UTC+9); null while it has not counted them. */
async function readFriends(core: Core, credentials: LineCredentials): Promise<number | null> {
  const { status, followers, blocks } = await fetchLine(core, credentials, '/v2/bot/insight/followers', Followers)
  return status === 'ready' && followers != null ? Math.max(0, followers - (blocks ?? 0)) : null
}

const WebhookTest = z.object({ success: z.boolean().optional(), statusCode: z.number(), reason: outsideText(200) })
const WebhookEndpoint = z.object({ endpoint: outsideText(1000), active: z.boolean() })

async function testWebhook(core: Core, credentials: LineCredentials, url: string, set: boolean): Promise<WebhookState> {
  const state = (reason: WebhookState['reason'], more: { status?: number; ms?: number } = {}): WebhookState => ({
    reason,
    status: more.status ?? null,
    ms: more.ms ?? null,
    at: new Date().toISOString(),
  })
  if (!isReachable(core)) return state('no_https')
  if (set)
    await callLine(core, credentials, '/v2/bot/channel/webhook/endpoint', { method: 'PUT', json: { endpoint: url } })
  const known = await endpointOf(core, credentials)
  if (known?.endpoint !== url) return state('other_address')
  if (!known.active) return state('switched_off')
  const began = performance.now()
  const sent = { json: { endpoint: url } }
  const test = await fetchLine(core, credentials, '/v2/bot/channel/webhook/test', WebhookTest, sent)
  const ms = Math.round(performance.now() - began)
  if (test.success) return state('ok', { status: test.statusCode, ms })
  if (test.reason === 'REQUEST_TIMEOUT') return state('timeout', { ms })
  return test.statusCode > 0 ? state('refused', { status: test.statusCode, ms }) : state('unreachable', { ms })
}

/** Returns the address that LINE calls, or null if the account has none. */
async function endpointOf(
  core: Core,
  credentials: LineCredentials,
): Promise<{ endpoint: string; active: boolean } | null> {
  try {
    return await fetchLine(core, credentials, '/v2/bot/channel/webhook/endpoint', WebhookEndpoint)
  } catch (error) {
    if (error instanceof LineError && error.status === 404) return null
    throw error
  }
}

/** Marks an account as stopped if LINE refused its credentials, and notifies staff once. Returns whether LINE refused them. */
export async function noteFault(
  db: Db,
  storeId: number,
  { id, status }: Pick<AccountRow, 'id' | 'status'>,
  error: unknown,
): Promise<boolean> {
  if (error instanceof LineUnreachable || !(error instanceof LineError)) return false
  if (error.status !== 401 && error.status !== 403 && error.status !== 400) return false
  const noted = await updateAccount(db, storeId, id, undefined, {
    status: 'error',
    error: error.status === 403 ? 'account_suspended' : error.status === 401 ? 'token_refused' : 'secret_refused',
  })
  if (noted && status !== 'error')
    await notify(db, storeId, channelNotice, { ending: 'failed', data: { channel_id: id } })
  return noted
}
