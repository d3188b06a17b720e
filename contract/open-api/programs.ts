import { z } from 'zod'
import { ItemResult } from '../imports/items.ts'
import { byId, Direction, Id, IdText, Keyword, NamedRow, Page, pageOf, sortBy, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'
import { requestOutcomes } from './own-requests.ts'

export const programKinds = ['key', 'token'] as const
const programStatuses = ['active', 'inactive', 'expired', 'revoked', 'deleted'] as const

/** Reasons why a program needs a look. */
const programConcerns = ['failed', 'expires', 'unused', 'maker_left'] as const
/** Days before its end, and without a request, after which a program needs a look. */
export const CONCERN_DAYS = { expires: 14, unused: 90 } as const

/** An API key or API token as one thing, with what it does today. */
const Program = z.object({
  id: Id,
  kind: z.enum(programKinds),
  name: z.string(),
  status: z.enum(programStatuses),
  /** Last four characters of the secret; null if the credential was deleted. */
  secret_end: z.string().nullable(),
  /** Scopes of a key; those of the calls that open APIs open for a token. */
  scopes: z.array(z.enum(scopeNames)),
  created_by: NamedRow.nullable(),
  created_at: Time,
  expired_at: Time.nullable(),
  last_used_at: Time.nullable(),
  previous_until: Time.nullable(),
  /** Its data source: the id opens its days and failed items. Null if the version before made it and it has sent nothing. */
  source_id: Id.nullable(),
  /** Since midnight of the store: items that it sent, those that failed, and rows that it read. */
  today: z.object({ items: z.int(), failed: z.int(), read: z.int() }),
  concerns: z.array(z.enum(programConcerns)),
})
export type Program = z.infer<typeof Program>

/** A logged request. */
const ProgramRequest = z.object({
  id: Id,
  at: Time,
  /** Method and address of the contract. */
  call: z.string(),
  status: z.int(),
  error: z.string().nullable(),
  /** Sentence of the error. */
  message: z.string().nullable(),
  /** Items that it sent, or rows that it read. */
  items: z.int().nullable(),
  failed: z.int().nullable(),
  duration_ms: z.int(),
  request_id: z.string(),
  address: z.string(),
  /** Bytes of the kept body; 0 if none is kept. */
  body_bytes: z.int(),
})

const read = ['cdp-core.api-key.read', 'datasource-open-api-token.read'] as const
const byRequest = byId.extend({ request: IdText })

/** Programs of a store: who sends and reads by API key or API token, and every request of the last 30 days. */
export const programs = feature({
  list: {
    method: 'GET',
    path: '/program',
    summary: ['อ่านรายการโปรแกรม', 'List programs'],
    permission: read,
    query: Page.extend({
      keyword: Keyword.optional(),
      kind: z.enum(programKinds).optional(),
      /** Only programs with a concern. */
      concern: z.literal('any').optional(),
      sort_by: sortBy(['name', 'last_used_at', 'expired_at', 'created_at'], 'last_used_at'),
      sort_dir: Direction.default('desc'),
    }),
    response: pageOf(Program).extend({
      counts: z.object({ all: z.int(), key: z.int(), token: z.int(), concern: z.int() }),
      today: z.object({ items: z.int(), failed: z.int() }),
    }),
  },
  get: {
    method: 'GET',
    path: '/program/{id}',
    summary: ['อ่านโปรแกรม', 'Read a program'],
    permission: read,
    params: byId,
    response: Program.extend({
      /** Items that it sent to connectors today, which are in the days of these. */
      connectors: z.array(z.object({ id: Id, name: z.string(), items: z.int() })),
    }),
  },
  /** Requests of 30 days, the newest first. `keyword`: a request id, a customer's number, phone or e-mail, or a bill number. */
  requests: {
    method: 'GET',
    path: '/program/{id}/requests',
    summary: ['อ่านรายการคำขอของโปรแกรม', 'List requests of a program'],
    permission: read,
    params: byId,
    limit: 'search',
    query: Page.extend({
      keyword: Keyword.optional(),
      outcome: z.enum(requestOutcomes).optional(),
      /** Item of a day of this program. */
      run_id: Text(100).optional(),
      row_no: IdText.optional(),
    }),
    response: pageOf(ProgramRequest),
  },
  /** A request with its body, in which values are masked, and the results of its items. */
  request: {
    method: 'GET',
    path: '/program/{id}/requests/{request}',
    summary: ['อ่านคำขอของโปรแกรม', 'Read a request of a program'],
    permission: read,
    params: byRequest,
    response: ProgramRequest.extend({
      body: z.string().nullable(),
      results: z.array(ItemResult).nullable(),
    }),
  },
  /** The body of a request as it was sent. */
  body: {
    method: 'POST',
    path: '/program/{id}/requests/{request}/body',
    summary: ['แสดง body ของคำขอ', 'Show the body of a request'],
    permission: 'cdp-core.profile-sensitive.read',
    audit: 'program_request_read',
    params: byRequest,
    response: z.object({ body: z.string() }),
    errors: ['request_body_gone'],
  },
  /** Returns the effect that the items of a request would have now. Writes nothing. */
  resend: {
    method: 'POST',
    path: '/program/{id}/requests/{request}/dry-run',
    summary: ['ส่งคำขออีกครั้งแบบทดลอง', 'Send a request again as a test run'],
    permission: ['cdp-core.api-key.create', 'datasource-open-api-token.edit'],
    // Writes nothing; it needs the right to make programs, because it shows who is a customer.
    audit: false,
    params: byRequest,
    limit: 'search',
    transaction: false,
    response: z.object({ results: z.array(ItemResult) }),
    errors: ['request_body_gone', 'profile_locked'],
  },
})
