import { z } from 'zod'
import { byId, Id, Keyword, Name, Page, pageOf, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { channelStatuses } from './accounts.ts'

// Pages of Facebook. Ruam listens to them and sends nothing: Facebook lets a page write only within 24 hours of the customer's message.

const FacebookPage = z.object({
  id: Id,
  /** The page's number on Facebook. */
  page_id: z.string(),
  name: z.string(),
  /** Data address of a small picture. */
  picture: z.string().nullable(),
  status: z.enum(channelStatuses),
  error: z.enum(['token_refused']).nullable(),
  keep_chat_text: z.boolean(),
  /** Customers who wrote to the page. */
  people: z.int(),
  created_at: Time,
  updated_at: Time,
})
export type FacebookPage = z.infer<typeof FacebookPage>

/** A page as the list of the person's pages has it. */
const ChoosablePage = z.object({
  page_id: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  /** This store listens to it already. */
  connected: z.boolean(),
})

const read = 'cdp-core.setting-facebook.read'

export const facebookSetting = feature({
  /** Every page by name, and whether the server has a Facebook app. */
  list: {
    method: 'GET',
    path: '/facebook-setting',
    summary: ['อ่านเพจ Facebook ทั้งหมด', 'List all Facebook pages'],
    permission: read,
    response: z.object({
      data: z.array(FacebookPage),
      /** Null: the server has no Facebook app, so no page can be connected. */
      webhook_url: z.string().nullable(),
    }),
  },
  search: {
    method: 'GET',
    path: '/facebook-setting/search',
    summary: ['ค้นหาเพจ Facebook', 'Search Facebook pages'],
    permission: read,
    query: z.strictObject({ ...Page.shape, keyword: Keyword.default(''), status: z.enum(channelStatuses).optional() }),
    response: pageOf(FacebookPage),
  },
  get: {
    method: 'GET',
    path: '/facebook-setting/{id}',
    summary: ['อ่านเพจ Facebook', 'Read a Facebook page'],
    permission: read,
    params: byId,
    response: FacebookPage,
  },
  /** Lists the pages that a person's token may manage. With `page_id`, connects that page; without it, nothing is kept. */
  connect: {
    method: 'POST',
    path: '/facebook-setting/connection',
    summary: ['เชื่อมต่อเพจ Facebook', 'Connect a Facebook page'],
    permission: 'cdp-core.setting-facebook.create',
    audit: 'page_connected',
    transaction: false,
    limit: 'search',
    body: z.strictObject({
      /** The token of a person who manages the page. It is exchanged and never kept. */
      access_token: z
        .string()
        .regex(/^ *[\w|.-]{20,1000} *$/)
        .transform((text) => text.trim()),
      page_id: z
        .string()
        .regex(/^\d{1,30}$/)
        .nullable()
        .default(null),
    }),
    response: z.object({ pages: z.array(ChoosablePage), connected: FacebookPage.nullable() }),
    errors: [
      'facebook_not_set_up',
      'facebook_refused',
      'facebook_unreachable',
      'channel_taken',
      'channel_connected_here',
      'sandbox_store',
      'not_found',
    ],
  },
  update: {
    method: 'PATCH',
    path: '/facebook-setting/{id}',
    summary: ['แก้ไขเพจ Facebook', 'Change a Facebook page'],
    permission: 'cdp-core.setting-facebook.edit',
    audit: 'page_changed',
    params: byId,
    body: z.strictObject({
      name: Name.optional(),
      keep_chat_text: z.boolean().optional(),
      status: z.enum(['active', 'inactive']).optional(),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: FacebookPage,
    stale: FacebookPage,
  },
  /** The page's customers stay. */
  remove: {
    method: 'DELETE',
    path: '/facebook-setting/{id}',
    summary: ['เลิกเชื่อมต่อเพจ Facebook', 'Disconnect a Facebook page'],
    permission: 'cdp-core.setting-facebook.delete',
    audit: 'page_disconnected',
    transaction: false,
    params: byId,
  },
})
