import type { CheckTrouble, ConnectionCheck, ConnectionFault } from '@ruam/contract/channels/connection.ts'
import { z } from 'zod'
import { outsideId, outsideText } from '../../core/outside-text.ts'
import type { Core } from '../../servers/core.ts'
import type { CheckOutcome } from './check-queries.ts'
import {
  callLine,
  channelOfToken,
  fetchLine,
  issueToken,
  type LineCredentials,
  LineError,
  LineUnreachable,
  LineUnreadable,
} from './line-client.ts'
import type { AccountRow } from './queries.ts'
import { refreshQuota } from './refresh-quota.ts'

// Checks of an account with LINE. Each answer becomes the result of one check; only the first two can stop sending.

/** An account whose checks are made. */
interface Checked {
  core: Core
  storeId: number
  account: Pick<AccountRow, 'id' | 'type' | 'bot_user_id'>
  credentials: LineCredentials
  /** Address that LINE should call. */
  url: string
  /** Sets that address first. */
  set: boolean
}

/** Facts that the answers contain besides the results. */
export interface Learned {
  bot?: { bot_user_id: string; basic_id: string; chat_mode: 'chat' | 'bot' }
  /** Friends that LINE counted yesterday (UTC+9). */
  friends?: number
}

type Result = 'ok' | ConnectionFault
type Found = Result | Pick<CheckOutcome, 'result' | 'status' | 'ms'>
type Check = (checked: Checked, learned: Learned) => Promise<Found>

const isRefusal = (error: unknown, ...statuses: number[]): error is LineError =>
  error instanceof LineError && statuses.includes(error.status)

/** Asks for a token by the secret, always: webhooks are signed with it, also where a pasted token opens the calls. */
async function keys({ core, credentials }: Checked): Promise<Result> {
  try {
    await issueToken(core, credentials)
  } catch (error) {
    if (isRefusal(error, 400, 401)) return 'secret_refused'
    throw error
  }
  if (credentials.token === null) return 'ok'
  try {
    return (await channelOfToken(core, credentials.token)) === credentials.channelId ? 'ok' : 'token_of_other'
  } catch (error) {
    if (isRefusal(error, 400, 401)) return 'token_expired'
    throw error
  }
}

const BotInfo = z.object({ userId: outsideId(100), basicId: outsideText(50), chatMode: z.enum(['chat', 'bot']) })

async function bot({ core, credentials, account }: Checked, learned: Learned): Promise<Result> {
  try {
    const { userId, basicId, chatMode } = await fetchLine(core, credentials, '/v2/bot/info', BotInfo)
    if (account.bot_user_id !== null && userId !== account.bot_user_id) return 'other_bot'
    learned.bot = { bot_user_id: userId, basic_id: basicId, chat_mode: chatMode }
    return 'ok'
  } catch (error) {
    if (isRefusal(error, 401)) return 'token_refused'
    const isModule = account.type === 'lineModule'
    if (isRefusal(error, 403)) return isModule ? 'detached' : 'suspended'
    if (isRefusal(error, 404)) return isModule ? 'detached' : 'deactivated'
    throw error
  }
}

async function quota({ core, storeId, account, credentials }: Checked): Promise<Result> {
  await refreshQuota(core, storeId, account.id, credentials)
  return 'ok'
}

/** LINE calls https addresses alone; a simulator on this machine calls any. */
function isReachable({ config }: Core): boolean {
  const { hostname } = new URL(config.line.apiUrl)
  return config.publicUrl?.startsWith('https:') === true || ['127.0.0.1', 'localhost'].includes(hostname)
}

const Endpoint = z.object({ endpoint: outsideText(1000), active: z.boolean() })
const ENDPOINT = '/v2/bot/channel/webhook/endpoint'

async function webhookAddress({ core, credentials, url, set }: Checked): Promise<Result> {
  if (!isReachable(core)) return 'no_https'
  if (set) await callLine(core, credentials, ENDPOINT, { method: 'PUT', json: { endpoint: url } })
  try {
    const { endpoint, active } = await fetchLine(core, credentials, ENDPOINT, Endpoint)
    if (endpoint !== url) return 'other_address'
    return active ? 'ok' : 'switched_off'
  } catch (error) {
    if (isRefusal(error, 404)) return 'no_address'
    throw error
  }
}

const WebhookTest = z.object({ success: z.boolean().optional(), statusCode: z.int(), reason: outsideText(200) })

/** Has LINE call the webhook, and measures how long that takes. */
async function webhookTest({ core, credentials, url }: Checked): Promise<Found> {
  const began = performance.now()
  const sent = { json: { endpoint: url } }
  const test = await fetchLine(core, credentials, '/v2/bot/channel/webhook/test', WebhookTest, sent)
  const { success, statusCode, reason } = test
  const ms = Math.round(performance.now() - began)
  if (success) return { result: 'ok', status: statusCode, ms }
  if (reason === 'REQUEST_TIMEOUT') return { result: 'timeout', status: null, ms }
  if (statusCode > 0) return { result: 'refused', status: statusCode, ms }
  return { result: 'unreachable', status: null, ms }
}

const Followers = z.object({
  status: outsideText(40),
  followers: z.int().min(0).max(2_147_483_647).optional(),
  blocks: z.int().min(0).optional(),
})

async function statistics({ core, credentials }: Checked, learned: Learned): Promise<Result> {
  const counted = await fetchLine(core, credentials, '/v2/bot/insight/followers', Followers)
  const { status, followers, blocks = 0 } = counted
  if (status === 'ready' && followers !== undefined) learned.friends = Math.max(0, followers - blocks)
  return 'ok'
}

const checks: Readonly<Record<ConnectionCheck, Check>> = {
  keys,
  bot,
  quota,
  webhook_address: webhookAddress,
  webhook_test: webhookTest,
  statistics,
}

/** Names why a check gave no result. LINE's refusal of a side call says nothing about the account. */
export function troubleOf(error: unknown): CheckTrouble {
  if (error instanceof LineUnreadable) return 'unreadable'
  if (error instanceof LineUnreachable) return 'no_answer'
  if (!(error instanceof LineError)) throw error
  if (error.status === 429) return 'busy'
  return error.status >= 500 ? 'no_answer' : 'denied'
}

async function outcomeOf(kind: ConnectionCheck, checked: Checked, learned: Learned): Promise<CheckOutcome> {
  try {
    const found = await checks[kind](checked, learned)
    const { result, status, ms } = typeof found === 'string' ? { result: found, status: null, ms: null } : found
    return { kind, result, status, ms, trouble: null }
  } catch (error) {
    return { kind, result: null, status: null, ms: null, trouble: troubleOf(error) }
  }
}

/** Makes checks of an account with LINE. Those that depend on one that failed are left out. */
export async function makeChecks(checked: Checked, kinds: ReadonlySet<ConnectionCheck>) {
  const learned: Learned = {}
  const outcomes: CheckOutcome[] = []
  const run = async (...some: ConnectionCheck[]) => {
    const due = some.filter((kind) => kinds.has(kind))
    outcomes.push(...(await Promise.all(due.map((kind) => outcomeOf(kind, checked, learned)))))
  }
  const isBad = (kind: ConnectionCheck, ...fine: (Result | null)[]) =>
    outcomes.some((one) => one.kind === kind && (one.trouble !== null || !['ok', ...fine].includes(one.result!)))
  await run('keys')
  if (!isBad('keys', 'token_expired')) await run('bot')
  if (!isBad('keys', 'token_expired') && !isBad('bot')) {
    await run('quota', 'webhook_address', 'statistics')
    if (!isBad('webhook_address')) await run('webhook_test')
  }
  return { outcomes, learned }
}
