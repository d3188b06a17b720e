import { z } from 'zod'
import { byId, Id, Keyword, Name, Page, pageOf, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted } from '../platform/job.ts'
import { notice } from '../platform/notice.ts'
import { Connection, checkTroubles, connectionChecks, connectionFaultNames } from './connection.ts'
import { listStates } from './followers.ts'
import { isStopPhrase, MAX_STOP_PHRASES } from './stop-phrases.ts'

// Accounts of LINE: official accounts (`/line-oa`) and module channels (`/line-module`), which differ in who owns them.

export const channelStatuses = ['active', 'inactive', 'error'] as const

/** LINE's own greeting and automatic answers, as staff found them: no call of LINE reads them. */
const LineAnswers = z.enum(['on', 'off'])

/** A check of an account. A check that could not be made keeps its last result, and says why. */
const AccountCheck = z.object({
  kind: z.enum(connectionChecks),
  /** Null: never made. */
  result: z.enum(['ok', ...connectionFaultNames]).nullable(),
  /** When the result was found. */
  at: Time.nullable(),
  trouble: z.enum(checkTroubles).nullable(),
  tried_at: Time.nullable(),
  /** Status and duration of the webhook test. */
  status: z.int().nullable(),
  ms: z.int().nullable(),
})

/** Answers to webhooks since a time, at most an hour: how many, those over LINE's 2 seconds, and their durations. */
const WebhookAnswers = z.object({ since: Time, count: z.int(), slow: z.int(), average_ms: z.int(), max_ms: z.int() })

export const ChannelAccount = z.object({
  id: Id,
  type: z.enum(['lineOA', 'lineModule']),
  name: z.string(),
  channel_id: z.string(),
  basic_id: z.string().nullable(),
  chat_mode: z.enum(['chat', 'bot']).nullable(),
  /** Data address of a small picture. */
  picture: z.string().nullable(),
  /** Name that staff gave the LINE provider; null: the account is the only one of its provider. */
  provider: z.string().nullable(),
  /** Accounts that met the same users: staff say whether both are of one provider. */
  shared_with: z.array(z.object({ id: Id, name: z.string() })),
  /** The last four characters. */
  secret_end: z.string(),
  token_end: z.string().nullable(),
  /** Address that LINE calls. Answers: null while none was given. */
  webhook: z.object({ url: z.string(), answers: WebhookAnswers.nullable() }),
  status: z.enum(channelStatuses),
  connection: Connection,
  checks: z.array(AccountCheck),
  keep_chat_text: z.boolean(),
  /** Null: staff have not looked yet. */
  line_answers: LineAnswers.nullable(),
  /** Phrases of the store that mean a stop, in addition to those that every store has. */
  stop_phrases: z.array(z.string()),
  friends: z.object({
    /** Friends that are known as customers, other friends, and users who blocked the account. */
    known: z.int(),
    unknown: z.int(),
    blocked: z.int(),
    /** Friends that LINE counted at the last check, those that blocked it left out; null until LINE counted them. */
    at_line: z.int().nullable(),
    /** LINE's own list. `at`: of the state; `count`: friends of the last whole list; `job_id`: while it is read. */
    list: z.object({
      state: z.enum(listStates),
      at: Time.nullable(),
      count: z.int().nullable(),
      job_id: Id.nullable(),
    }),
  }),
  /** Messages of this month (UTC+9): null until LINE was asked. `limit` is null for a plan without one; `at`: when LINE counted. */
  quota: z.object({ limit: z.int().nullable(), usage: z.int(), reserved: z.int(), at: Time }).nullable(),
  created_at: Time,
  updated_at: Time,
})
export type ChannelAccount = z.infer<typeof ChannelAccount>

/** Written by versions before each fault had a notice of its own (`connectionNotices`). */
export const formerChannelNotice = notice({
  kind: 'channel_failed',
  topic: 'store',
  readBy: 'cdp-core.setting-line.edit',
  leadsTo: { screen: 'setting-line-oa' },
  data: ['channel_id'],
  names: {},
  says: {
    failed: {
      title: { th: 'บัญชี LINE OA ใช้งานไม่ได้', en: 'A LINE OA account stopped working' },
      text: {
        th: 'คีย์ของบัญชีใช้ไม่ได้แล้ว เปิดดูวิธีแก้ไข',
        en: 'Its keys no longer work. Open it to see what to do.',
      },
    },
  },
})

/** As the LINE Developers Console shows them; blanks around a copied text are dropped. */
const copied = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => text.trim())
const ChannelId = copied(/^ *\d{5,20} *$/)
const Secret = copied(/^ *[0-9a-f]{32} *$/)
const Token = copied(/^ *[\w+/=.-]{40,1000} *$/)

const Credentials = z.strictObject({
  channel_id: ChannelId,
  channel_secret: Secret,
  /** A long-lived token. Without one, tokens of 15 minutes are issued from the secret. */
  access_token: Token.nullable().default(null),
})

const NewAccount = Credentials.extend({
  /** Instead of the name that the account has on LINE. */
  name: Name.optional(),
  provider: Name.nullable().default(null),
})

const StopPhrase = Name.refine(isStopPhrase)

const ChangedAccount = z.strictObject({
  name: Name.optional(),
  provider: Name.nullable().optional(),
  keep_chat_text: z.boolean().optional(),
  line_answers: LineAnswers.optional(),
  stop_phrases: z.array(StopPhrase).max(MAX_STOP_PHRASES).optional(),
  channel_secret: Secret.optional(),
  /** Null: issue short tokens from the secret instead. */
  access_token: Token.nullable().optional(),
  /** updated_at as it was read. */
  origin_time: TimeText,
})

const verified = ['channel_secret_wrong', 'channel_unreachable'] as const
const list = z.strictObject({
  ...Page.shape,
  keyword: Keyword.default(''),
  status: z.enum(channelStatuses).optional(),
})

export const lineOa = feature({
  list: {
    method: 'GET',
    path: '/line-oa',
    summary: ['อ่านรายการบัญชี LINE OA', 'List LINE OA accounts'],
    permission: 'cdp-core.setting-line.read',
    query: list,
    response: pageOf(ChannelAccount),
  },
  /** Every account by name, for pickers. */
  all: {
    method: 'GET',
    path: '/line-oa/list/all',
    summary: ['อ่านบัญชี LINE OA ทั้งหมดตามชื่อ', 'List all LINE OA accounts by name'],
    permission: 'cdp-core.setting-line.read',
    response: z.object({ data: z.array(z.object({ id: Id, name: z.string(), basic_id: z.string().nullable() })) }),
  },
  get: {
    method: 'GET',
    path: '/line-oa/{id}',
    summary: ['อ่านบัญชี LINE OA', 'Read a LINE OA account'],
    permission: 'cdp-core.setting-line.read',
    params: byId,
    response: ChannelAccount,
  },
  /** Asks LINE whose credentials these are, and keeps nothing. */
  validateToken: {
    method: 'POST',
    path: '/line-oa/validate-token',
    summary: ['ตรวจคีย์ของบัญชี LINE OA', 'Check the keys of a LINE OA account'],
    permission: 'cdp-core.setting-line.create',
    // Nothing is kept.
    audit: false,
    transaction: false,
    limit: 'search',
    body: Credentials,
    response: z.object({
      basic_id: z.string(),
      display_name: z.string(),
      picture: z.string().nullable(),
      chat_mode: z.enum(['chat', 'bot']),
    }),
    errors: [...verified, 'sandbox_store'],
  },
  create: {
    method: 'POST',
    path: '/line-oa',
    summary: ['เชื่อมต่อบัญชี LINE OA', 'Connect a LINE OA account'],
    permission: 'cdp-core.setting-line.create',
    audit: 'channel_connected',
    transaction: false,
    body: NewAccount,
    response: ChannelAccount,
    errors: [...verified, 'channel_taken', 'channel_connected_here', 'sandbox_store'],
  },
  update: {
    method: 'PATCH',
    path: '/line-oa/{id}',
    summary: ['แก้ไขบัญชี LINE OA', 'Change a LINE OA account'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'channel_changed',
    transaction: false,
    params: byId,
    body: ChangedAccount,
    response: ChannelAccount,
    stale: ChannelAccount,
    errors: [...verified, 'channel_taken', 'channel_connected_here'],
  },
  /** Accepts both kinds of account, as `check` and `settleProvider` do. */
  updateStatus: {
    method: 'PATCH',
    path: '/line-oa/{id}/update-status',
    summary: ['เปิดหรือปิดใช้งานบัญชี LINE OA', 'Turn a LINE OA account on or off'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'channel_switched',
    params: byId,
    body: z.strictObject({ status: z.enum(['active', 'inactive']) }),
    response: ChannelAccount,
  },
  /** Makes every check now that LINE's limits allow. Sets the webhook first if `set` is true. */
  check: {
    method: 'POST',
    path: '/line-oa/{id}/webhook',
    summary: ['ตรวจการเชื่อมต่อกับ LINE', 'Check the connection with LINE'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'channel_checked',
    transaction: false,
    limit: 'search',
    params: byId,
    body: z.strictObject({ set: z.boolean().default(false) }),
    response: ChannelAccount,
  },
  /** Reads LINE's list of the account's friends, as a job. One at work is returned instead of a second one. */
  readFriends: {
    method: 'POST',
    path: '/line-oa/{id}/friends',
    summary: ['ดึงรายชื่อเพื่อนของบัญชีจาก LINE', 'Get the list of LINE friends'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'line_followers_asked',
    params: byId,
    response: JobStarted,
    errors: ['line_link_no_account'],
  },
  /** Sets whether an account that met the same users has the same provider. */
  settleProvider: {
    method: 'POST',
    path: '/line-oa/{id}/provider',
    summary: ['ระบุว่าบัญชีอยู่ใน provider เดียวกันหรือไม่', 'Confirm if accounts share a provider'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'channel_changed',
    params: byId,
    body: z.strictObject({ account_id: Id, same: z.boolean() }),
    response: ChannelAccount,
  },
  /** Disconnects it, and then deletes its menus at LINE if LINE takes that. */
  delete: {
    method: 'DELETE',
    path: '/line-oa/{id}',
    summary: ['เลิกเชื่อมต่อบัญชี LINE OA', 'Disconnect a LINE OA account'],
    permission: 'cdp-core.setting-line.delete',
    audit: 'channel_disconnected',
    transaction: false,
    params: byId,
    errors: ['channel_in_use'],
  },
})

/** Module channels of LINE. They answer as official accounts do. */
export const lineModule = feature({
  list: { ...lineOa.list, path: '/line-module', summary: ['อ่านรายการโมดูล LINE', 'List LINE modules'] },
  create: { ...lineOa.create, path: '/line-module', summary: ['เชื่อมต่อโมดูล LINE', 'Connect a LINE module'] },
  get: { ...lineOa.get, path: '/line-module/{id}', summary: ['อ่านโมดูล LINE', 'Read a LINE module'] },
  update: { ...lineOa.update, path: '/line-module/{id}', summary: ['แก้ไขโมดูล LINE', 'Change a LINE module'] },
  delete: { ...lineOa.delete, path: '/line-module/{id}', summary: ['เลิกเชื่อมต่อโมดูล LINE', 'Disconnect a LINE module'] },
})

/** The random part of a webhook address: 128 bits. */
export const WebhookKey = Text(64).regex(/^[\w-]{22}$/)
