import { createHmac, randomBytes } from 'node:crypto'
import type { FacebookState, Page } from './state.ts'

type Messaging = Record<string, unknown>

const mid = () => `m_${randomBytes(24).toString('base64url')}`

const messaging = (state: FacebookState, page: Page, psid: string, more: Messaging): Messaging => ({
  sender: { id: psid },
  recipient: { id: page.id },
  timestamp: state.now(),
  ...more,
})

export const textMessage = (state: FacebookState, page: Page, psid: string, text: string) =>
  messaging(state, page, psid, { message: { mid: mid(), text } })

/** What the page wrote itself: Facebook sends it back. */
export const echo = (state: FacebookState, page: Page, psid: string, text: string) => ({
  ...messaging(state, page, page.id, { message: { mid: mid(), text, is_echo: true } }),
  recipient: { id: psid },
})

export const postback = (state: FacebookState, page: Page, psid: string, payload: string) =>
  messaging(state, page, psid, { postback: { mid: mid(), title: payload, payload } })

export const bodyOf = (state: FacebookState, events: readonly (readonly [Page, Messaging])[]) =>
  JSON.stringify({
    object: 'page',
    entry: events.map(([page, event]) => ({ id: page.id, time: state.now(), messaging: [event] })),
  })

export const signatureOf = (secret: string, body: string | Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
