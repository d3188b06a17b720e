import { z } from 'zod'
import { Id, Text } from './common.ts'
import { feature } from './endpoint.ts'
import { Run } from './import-run.ts'
import { Job } from './jobs.ts'
import { type Permission, permissions } from './permissions.ts'
import { dataSourceStatuses } from './status.ts'

/** Where the websocket is; it speaks the NATS client protocol. */
export const SOCKET_PATH = '/socket'
/** How long a socket's token, and with it the connection, lasts. */
export const SOCKET_TOKEN_SECONDS = 10 * 60

/** Who is pushed to: any one of these opens the socket (spec section 6). */
export const pushPermissions = [
  'cdp-core.datasource.create',
  'cdp-core.profile.download',
] as const satisfies readonly Permission[]

/**
 * What is pushed, by event_type: ids, states and figures alone. What somebody may see of them is asked for by the calls.
 * Everything is bounded, since PostgreSQL notifies with less than 8,000 bytes.
 */
export const pushEvents = {
  datasource: z.object({
    datasource_id: Id,
    status: z.enum(dataSourceStatuses),
    /** 0 to 1 while the file is being read. */
    load_progress: z.number().optional(),
    run: Run.pick({ run_id: true, kind: true, status: true, progress: true, stats: true, eta: true }).optional(),
  }),
  job: Job.pick({
    kind: true,
    status: true,
    progress: true,
    total: true,
    done: true,
    changed: true,
    skipped: true,
    eta: true,
  }).extend({
    job_id: Id,
  }),
  export: z.object({
    export_id: Id,
    /** 0 to 1. */
    progress: z.number(),
    status: z.enum(['processing', 'completed', 'cancel', 'failed']),
    /** Empty until the export is completed. */
    url: z.string().max(1000),
  }),
} satisfies Record<string, z.ZodType>

export type PushEventType = keyof typeof pushEvents
export type PushData<T extends PushEventType> = z.output<(typeof pushEvents)[T]>

const anyEvent = <T extends PushEventType>(type: T) =>
  z.object({
    store_id: Id,
    /** Null: everybody of the store who is connected. */
    user_id: Id.nullable(),
    /** Only for those who hold it. */
    permission: z.enum(permissions).optional(),
    event_type: z.literal(type),
    event_data: pushEvents[type],
  })

/** An event with whom it is for. */
export const PushEvent = z.discriminatedUnion('event_type', [
  anyEvent('datasource'),
  anyEvent('job'),
  anyEvent('export'),
])
export type PushEvent = z.output<typeof PushEvent>

export const push = feature({
  /**
   * Exchanges the store's token for one of the socket, bound to the browser's key and to one subject. The store's token comes
   * again in the body (spec section 7) and must be of the bearer's own login.
   * A person to whom nothing is pushed gets a token that opens no socket.
   */
  token: {
    method: 'POST',
    path: '/socket/auth/token/store',
    permission: 'member',
    // The sign-in before it is written down.
    audit: false,
    body: z.strictObject({
      token: Text(200),
      /** The public part of a NATS user key. */
      nkey: z.string().regex(/^U[A-Z2-7]{55}$/),
    }),
    response: z.object({ token: z.string(), subject: z.string(), expires_in: z.int() }),
    errors: ['signed_out'],
  },
})
