import { z } from 'zod'
import { Id, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'

/** A LINE account or a purpose of consent: broadcasts need both, and only some staff may add them. */
const setupKinds = ['account', 'purpose'] as const
export type SetupKind = (typeof setupKinds)[number]

const asks = { topic: 'people', own: true, data: ['user_id'], names: { name: ['user', 'user_id'] } } as const
const answers = {
  topic: 'broadcast',
  own: true,
  readBy: 'cdp-core.setting-line.read',
  leadsTo: { screen: 'broadcast-edit', param: 'broadcastId', id: 'broadcast_id' },
  data: ['broadcast_id'],
  names: {},
} as const

/** A member asks the owners to connect LINE. It leads to the dialog that does. */
export const accountRequestNotice = notice({
  ...asks,
  kind: 'account_requested',
  readBy: 'cdp-core.setting-line.create',
  leadsTo: { screen: 'setting-line-oa' },
  says: {
    completed: {
      title: { th: '{name} ขอให้เชื่อม LINE', en: '{name} asks you to connect LINE' },
      text: { th: 'มีบรอดแคสต์รอบัญชี LINE อยู่', en: 'A broadcast is waiting for a LINE account.' },
    },
  },
})

/** A member asks the owners for a purpose of consent. */
export const purposeRequestNotice = notice({
  ...asks,
  kind: 'purpose_requested',
  readBy: 'cdp-core.privacy.manage',
  leadsTo: { screen: 'setting-consents' },
  says: {
    completed: {
      title: { th: '{name} ขอให้เพิ่มวัตถุประสงค์', en: '{name} asks you to add a consent purpose' },
      text: { th: 'มีบรอดแคสต์รอวัตถุประสงค์อยู่', en: 'A broadcast is waiting for a purpose.' },
    },
  },
})

/** LINE was connected: back to the draft that waited for it. */
export const accountReadyNotice = notice({
  ...answers,
  kind: 'account_ready',
  says: {
    completed: {
      title: { th: 'เชื่อม LINE แล้ว', en: 'LINE is connected' },
      text: { th: 'กลับไปทำแบบร่างที่รอไว้ต่อได้', en: 'You can finish the draft that waited for it.' },
    },
  },
})

/** A purpose was added: back to the draft that waited for it. */
export const purposeReadyNotice = notice({
  ...answers,
  kind: 'purpose_ready',
  says: {
    completed: {
      title: { th: 'เพิ่มวัตถุประสงค์แล้ว', en: 'A consent purpose was added' },
      text: { th: 'กลับไปทำแบบร่างที่รอไว้ต่อได้', en: 'You can finish the draft that waited for it.' },
    },
  },
})

const Asked = z.object({
  /** Requests of the caller that are not met yet. */
  data: z.array(z.object({ kind: z.enum(setupKinds), asked_at: Time })),
  /** Names of the owners who were asked. */
  owners: z.array(z.string()),
})

/** Requests of members for what only an owner can add to the store. */
export const setupRequests = feature({
  get: {
    method: 'GET',
    path: '/setup-request',
    summary: ['อ่านคำขอของคุณถึงเจ้าของร้าน', 'Read your requests to the owner'],
    permission: 'member',
    response: Asked,
  },
  /** Notifies each owner, once in 24 hours for each person and kind. The draft is the one to come back to. */
  create: {
    method: 'POST',
    path: '/setup-request',
    summary: ['ขอให้เจ้าของร้านเพิ่มสิ่งที่ขาด', 'Ask the owner for what is missing'],
    permission: 'member',
    // Changes nothing that concerns customers.
    audit: false,
    body: z.strictObject({ kind: z.enum(setupKinds), broadcast_id: Id }),
    response: Asked,
  },
})
