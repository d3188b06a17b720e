import { z } from 'zod'
import { lineLinkEvent } from './channels/line-link.ts'
import { profileEvent } from './customers/profile-event.ts'
import { segmentEvent } from './customers/segment-state.ts'
import { dataSourceEvent } from './imports/run-notices.ts'
import { jobEvent } from './jobs.ts'
import { notificationEvent } from './notifications.ts'
import { Id, Text } from './platform/common.ts'
import { feature } from './platform/endpoint.ts'
import type { EventDeclaration } from './platform/event.ts'
import { mayOpen, type Permission, permissions, type Rights } from './platform/permissions.ts'
import { exportEvent } from './reports/exports.ts'

/** Path of the websocket, which speaks the NATS client protocol. */
export const SOCKET_PATH = '/socket'
/** Lifetime of a socket token and its connection. */
export const SOCKET_TOKEN_SECONDS = 10 * 60

/** Permissions of which any one receives all events (spec section 6). */
export const pushPermissions = [
  'cdp-core.datasource.create',
  'cdp-core.profile.download',
] as const satisfies readonly Permission[]

/** Permissions of which any one opens the socket: readers of customers receive changes of customers alone. */
export const socketPermissions = [...pushPermissions, 'cdp-core.profile.read'] as const satisfies readonly Permission[]

/** True if rights receive events of a type. */
export const receives = (rights: Rights | undefined, eventType: string) =>
  mayOpen(rights, pushPermissions) || eventType === profileEvent.event_type

/** Every event there is. */
export const events = [
  dataSourceEvent,
  jobEvent,
  segmentEvent,
  exportEvent,
  notificationEvent,
  lineLinkEvent,
  profileEvent,
] as const

/** An event with whom it is for. */
const sent = <E extends EventDeclaration>({ event_type, data }: E) =>
  z.object({
    store_id: Id,
    /** Null: everybody of the store who is connected. */
    user_id: Id.nullable(),
    /** Only for those who hold it. */
    permission: z.enum(permissions).optional(),
    event_type: z.literal(event_type as E['event_type']),
    event_data: data as E['data'],
  })

type Sent<E extends EventDeclaration> = E extends EventDeclaration ? z.output<ReturnType<typeof sent<E>>> : never
export type PushEvent = Sent<(typeof events)[number]>
export const PushEvent = z.discriminatedUnion(
  'event_type',
  events.map(sent) as never,
) as unknown as z.ZodType<PushEvent>

export const push = feature({
  /**
   * Exchanges the store's token for one of the socket, bound to the browser's key and to one subject. The store's token comes
   * again in the body (spec section 7) and must be of the bearer's own login.
   * A person to whom nothing is pushed gets a token that opens no socket.
   */
  token: {
    method: 'POST',
    path: '/socket/auth/token/store',
    summary: ['ขอ token สำหรับอัปเดตทันที', 'Get a token for live updates'],
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
