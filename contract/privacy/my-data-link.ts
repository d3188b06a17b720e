import { z } from 'zod'
import { byProfile } from '../customers/profiles.ts'
import { Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Links that staff give to a customer. They show nothing before the code that the page sends to the customer's LINE chat. */
export const myDataLinks = feature({
  /** Returns a new link, once. The former link of the customer ends. */
  create: {
    method: 'POST',
    path: '/profile/{id}/my-data-link',
    summary: ['สร้างลิงก์ข้อมูลของฉันให้ลูกค้า', 'Create a personal link to My data'],
    permission: 'cdp-core.privacy.manage',
    audit: 'my_data_link_made',
    params: byProfile,
    response: z.object({ url: z.string(), expires_at: Time }),
    errors: ['my_data_off', 'my_data_no_line'],
  },
})

const address = z.strictObject({ code: Text(40), token: Text(60) })
const lang = z.enum(['th', 'en']).optional().catch(undefined)

/** Page of a personal link. It is the same for a link in force, a former one and an unknown one. */
export const myDataLink = feature({
  page: {
    method: 'GET',
    path: '/d/{code}/link/{token}',
    summary: ['เปิดลิงก์ข้อมูลของฉัน', 'Open a personal link'],
    permission: 'public',
    outside: true,
    page: true,
    transaction: false,
    params: address,
    // LINE and browsers add keys of their own.
    query: z.looseObject({ lang, done: z.string().optional().catch(undefined) }),
    response: z.string(),
    errors: ['not_found', 'too_many_requests'],
  },
  /** Form of the page: sends a code, or takes one. */
  act: {
    method: 'POST',
    path: '/d/{code}/link/{token}',
    summary: ['ขอหรือใส่รหัสของลิงก์ข้อมูลของฉัน', 'Use the code of a personal link'],
    permission: 'public',
    audit: false,
    outside: true,
    redirect: true,
    raw: true,
    bodyBytes: 16_384,
    transaction: false,
    params: address,
    response: z.string(),
    errors: ['not_found', 'too_many_requests', 'foreign_page'],
  },
})
