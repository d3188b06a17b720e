import { z } from 'zod'
import { NamedRow, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'

/** Requests that customers open on their page. A withdrawal of consent acts at once instead. */
export const ownRequestKinds = ['correct', 'copy', 'object', 'restrict', 'erase'] as const
/** Most letters of what a customer writes to the store. */
export const OWN_WORDS = 1000

const read = 'cdp-core.privacy.read'
const manage = 'cdp-core.privacy.manage'

const Setting = z.object({
  on: z.boolean(),
  /** Address for customers; null before the login channel is known. */
  url: z.string().nullable(),
  /** Callback address that the LINE Login channel needs. */
  callback_url: z.string(),
  login: z.object({ channel_id: z.string(), secret_end: z.string() }).nullable(),
  /** Last login of a member. `same`: an account of the store knows that LINE user, so the provider is the same. */
  check: z.object({ result: z.enum(['same', 'unknown']), at: Time, by: NamedRow.nullable() }).nullable(),
  /** Menus and answers in use that open the page. Null for a reader without the right to settings of LINE. */
  used_by: z.object({ menus: z.array(NamedRow), answers: z.array(NamedRow) }).nullable(),
  updated_at: Time.nullable(),
})

/** Staff learn of a request that no member wrote down. */
export const myDataRequestNotice = notice({
  kind: 'my_data_request',
  topic: 'store',
  readBy: read,
  leadsTo: { screen: 'setting-privacy' },
  data: ['request_id', 'days'],
  names: {},
  says: {
    completed: {
      title: { th: 'ลูกค้าส่งคำขอเลขที่ {request_id}', en: 'A customer sent request no. {request_id}' },
      text: {
        th: 'ส่งจากหน้าข้อมูลของฉัน ตอบภายใน {days} วัน',
        en: 'It came from My data. Answer within {days} days.',
      },
    },
  },
})

/** Settings of the page on which customers see what the store keeps of them. */
export const myDataSettings = feature({
  get: {
    method: 'GET',
    path: '/privacy/my-data',
    summary: ['อ่านการตั้งค่าหน้าข้อมูลของฉัน', 'Read the settings of My data'],
    permission: read,
    response: Setting,
  },
  /** Saves the LINE Login channel. The page is off until a member's login has been checked. */
  saveLogin: {
    method: 'PUT',
    path: '/privacy/my-data/login',
    summary: ['บันทึก LINE Login ของหน้าข้อมูลของฉัน', 'Save the LINE Login channel of My data'],
    permission: manage,
    audit: 'my_data_login_saved',
    body: z.strictObject({
      channel_id: z.string().regex(/^\d{6,20}$/),
      channel_secret: z.string().regex(/^[0-9a-f]{32}$/),
    }),
    response: Setting,
  },
  /** Returns an address for one login of the member, which tells whether both channels are of one provider. */
  check: {
    method: 'POST',
    path: '/privacy/my-data/check',
    summary: ['ตรวจ LINE Login ด้วยบัญชีของตัวเอง', 'Check the LINE Login channel'],
    permission: manage,
    audit: false,
    response: z.object({ url: z.string() }),
    errors: ['my_data_no_login'],
  },
  turn: {
    method: 'PUT',
    path: '/privacy/my-data',
    summary: ['เปิดหรือปิดหน้าข้อมูลของฉัน', 'Turn My data on or off'],
    permission: manage,
    audit: 'my_data_changed',
    body: z.strictObject({ on: z.boolean() }),
    response: Setting,
    errors: ['my_data_no_login', 'my_data_unchecked'],
  },
  /** Gives the page a new address. The former one leads nowhere, and customers who are on it have to log in again. */
  renew: {
    method: 'POST',
    path: '/privacy/my-data/renew',
    summary: ['เปลี่ยน URL ของหน้าข้อมูลของฉัน', 'Renew the address of My data'],
    permission: manage,
    audit: 'my_data_renewed',
    response: Setting,
    errors: ['my_data_no_login'],
  },
})

const code = z.strictObject({ code: Text(40) })
const lang = z.enum(['th', 'en']).optional().catch(undefined)

/** Page of customers. An unknown address is answered as one of a page that is off. */
export const myData = feature({
  page: {
    method: 'GET',
    path: '/d/{code}',
    summary: ['เปิดหน้าข้อมูลของฉัน', 'Open the page My data'],
    permission: 'public',
    outside: true,
    page: true,
    transaction: false,
    params: code,
    // LINE and browsers add keys of their own.
    query: z.looseObject({
      lang,
      done: z.string().optional().catch(undefined),
      check: Text(600).optional().catch(undefined),
    }),
    response: z.string(),
    errors: ['not_found', 'too_many_requests'],
  },
  login: {
    method: 'GET',
    path: '/d/{code}/login',
    summary: ['เข้าหน้าข้อมูลของฉันด้วย LINE', 'Log in to My data with LINE'],
    permission: 'public',
    outside: true,
    redirect: true,
    transaction: false,
    params: code,
    query: z.strictObject({ lang, check: Text(600).optional() }),
    response: z.string(),
    errors: ['not_found', 'too_many_requests'],
  },
  /** Return address of LINE, of all stores. */
  callback: {
    method: 'GET',
    path: '/d/callback',
    summary: ['กลับจาก LINE Login', 'Return from LINE Login'],
    permission: 'public',
    outside: true,
    redirect: true,
    transaction: false,
    query: z.looseObject({}),
    response: z.string(),
    errors: ['not_found', 'too_many_requests'],
  },
  /** Form of the page: withdraws a consent, opens a request, or logs out. */
  act: {
    method: 'POST',
    path: '/d/{code}',
    summary: ['ส่งคำขอจากหน้าข้อมูลของฉัน', 'Send a request from My data'],
    permission: 'public',
    audit: false,
    outside: true,
    redirect: true,
    raw: true,
    bodyBytes: 16_384,
    transaction: false,
    params: code,
    response: z.string(),
    errors: ['not_found', 'too_many_requests', 'foreign_page'],
  },
})
