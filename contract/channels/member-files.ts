import { z } from 'zod'
import { Id, NamedRow, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

// Members who send files in the LINE chat of an account: each links their own LINE id by a word that only they were shown.

const path = '/line-member'
const execute = 'cdp-core.datasource.execute'

const LineMember = z.object({
  /** True if a watch takes files of the LINE chats. */
  is_watched: z.boolean(),
  /** Accounts that can show a word. */
  accounts: z.array(z.object({ id: Id, name: z.string(), basic_id: z.string() })),
  /** The linked chat. `account`: null if the account was disconnected. */
  link: z.object({ account: NamedRow.nullable(), linked_at: Time }).nullable(),
  /** The word that was shown last, until it is used or ends. */
  word: z.object({ channel_id: Id, expires_at: Time }).nullable(),
})

/** The caller's own LINE id, from which their files are imported. */
export const memberFiles = feature({
  get: {
    method: 'GET',
    path,
    summary: ['อ่านการเชื่อม LINE ของตนเอง', 'Read one’s own LINE link'],
    permission: execute,
    response: LineMember,
  },
  /** Makes a word for the caller to send, in place of their former one. The former link stays until it is used. */
  create: {
    method: 'POST',
    path,
    summary: ['สร้างรหัสเชื่อม LINE ของตนเอง', 'Create a word for one’s own LINE'],
    permission: execute,
    audit: 'line_member_word_shown',
    body: z.strictObject({
      /** Without it, the first account. */
      channel_id: Id.optional(),
    }),
    response: z.object({
      /** Opens the account's chat with the word in its input. */
      url: z.string(),
      word: z.string(),
      expires_at: Time,
    }),
    errors: ['line_link_no_account', 'watch_chat_missing', 'not_found'],
  },
  /** Ends the link and the word. Files that were sent before are taken all the same. */
  delete: {
    method: 'DELETE',
    path,
    summary: ['เลิกเชื่อม LINE ของตนเอง', 'End one’s own LINE link'],
    permission: execute,
    audit: 'line_member_unlinked',
    errors: ['not_found'],
  },
})
