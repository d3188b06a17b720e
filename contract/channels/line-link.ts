import { z } from 'zod'
import { byProfile } from '../customers/profiles.ts'
import { Id, ProfileId, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { event } from '../platform/event.ts'
import { JobStarted } from '../platform/job.ts'

// Linking a customer to a friend on LINE, by proof: the friend sends a word that only this customer was shown.

/** Minutes in which a word can be sent. */
export const WORD_MINUTES = 10

const reaches = ['friend', 'blocked', 'not_linked'] as const

const LineLink = z.object({
  /** On any LINE account of the store. */
  reach: z.enum(reaches),
  /** Accounts that can show a word. */
  accounts: z.array(z.object({ id: Id, name: z.string(), basic_id: z.string() })),
  /** The word that was shown last. `pair`: proved, but both profiles have values, so a person decides in the duplicates. */
  word: z
    .object({
      id: Id,
      status: z.enum(['open', 'linked', 'pair', 'expired']),
      expires_at: Time,
      used_at: Time.nullable(),
      /** The data of this LINE user had been erased. The word works once they follow the account again, as a new person. */
      by_erased: z.boolean(),
    })
    .nullable(),
  /** The merge by which the customer was linked, as long as it can be undone. */
  merge_id: Id.nullable(),
  /** Likely the same person on LINE: a pair in the duplicates, proved or typed in a chat. */
  duplicate_id: Id.nullable(),
})

const read = 'cdp-core.profile.read'
const edit = 'cdp-core.profile.edit'

export const lineLinkEvent = event({
  event_type: 'line-link',
  topics: [],
  visibleTo: read,
  leadsTo: null,
  data: z.object({ profile_id: ProfileId }),
})

/** How many customers can be reached on LINE, and how many each way of linking could bring. The ways overlap. */
const LineReach = z.object({
  total: z.int(),
  friends: z.int(),
  blocked: z.int(),
  /** Came or bought in the last 30 days, and are not linked: the counter could link them. */
  counter: z.int(),
  /** Have a phone or an e-mail, and are not linked: a personal link could be sent to them. */
  personal_link: z.int(),
  /** Have a LINE id from a file that LINE was not asked about yet. */
  imported_ids: z.int(),
  /** Pairs of duplicates that were proved or typed in a chat. */
  pairs: z.int(),
  /** Friends of LINE accounts who are not customers. */
  other_friends: z.int(),
  /** Friends that LINE counted yesterday and Ruam has not met, account by account. */
  unseen: z.int(),
  /** The last time that LINE was asked about imported ids. `asking`: its job, while it waits or works. */
  asking: Id.nullable(),
  asked: z
    .object({
      status: z.enum(['completed', 'cancel', 'failed']),
      at: Time,
      /** Asked ids, and friends among them. */
      ids: z.int(),
      friends: z.int(),
    })
    .nullable(),
})

/** Up to a page of a list, joined by commas. */
const ProfileIds = Text(2000)
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)
  .transform((text) => text.split(',').map(Number))

export const lineLink = feature({
  reach: {
    method: 'GET',
    path: '/line-link/reach',
    summary: ['นับลูกค้าที่ส่ง LINE ถึงได้', 'Count customers reachable on LINE'],
    permission: read,
    limit: 'search',
    response: LineReach,
  },
  /** Asks LINE which imported ids are friends, as a job. One at work is answered instead of a second one. */
  askFriends: {
    method: 'POST',
    path: '/line-link/friends',
    summary: ['ตรวจว่าลูกค้ารายใดเป็นเพื่อนใน LINE', 'Check which customers are LINE friends'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'line_friends_asked',
    response: JobStarted,
    errors: ['line_link_no_account'],
  },
  /** How each of some profiles can be reached; those that are not linked are left out. */
  reaches: {
    method: 'GET',
    path: '/line-link/reaches',
    summary: ['อ่านช่องทางที่ส่งถึงลูกค้าได้', 'Read how customers are reachable'],
    permission: read,
    query: z.strictObject({ ids: ProfileIds }),
    response: z.object({ data: z.array(z.object({ profile_id: ProfileId, reach: z.enum(['friend', 'blocked']) })) }),
  },
  get: {
    method: 'GET',
    path: '/profile/{id}/line-link',
    summary: ['อ่านการเชื่อม LINE ของลูกค้า', 'Read the LINE link of a customer'],
    permission: read,
    params: byProfile,
    response: LineLink,
  },
  /** Makes a word for the customer to send. Words that were shown before stay good until they expire or one is used. */
  create: {
    method: 'POST',
    path: '/profile/{id}/line-link',
    summary: ['สร้างลิงก์เชื่อม LINE ให้ลูกค้า', 'Create a LINE link for a customer'],
    permission: edit,
    audit: 'line_link_shown',
    params: byProfile,
    body: z.strictObject({
      /** Without it, the first account. */
      channel_id: Id.optional(),
      /** A personal link for paper: good once, for 30 days. */
      personal: z.literal(true).optional(),
    }),
    response: z.object({
      /** Opens the account's chat with the word in its input. */
      url: z.string(),
      word: z.string(),
      expires_at: Time,
    }),
    errors: ['line_link_no_account', 'not_found'],
  },
  /** Takes the last link back, for 30 days: both profiles are as they were. */
  undo: {
    method: 'DELETE',
    path: '/profile/{id}/line-link',
    summary: ['เลิกทำการเชื่อม LINE ของลูกค้า', 'Undo the LINE link of a customer'],
    permission: edit,
    audit: 'line_link_undone',
    params: byProfile,
    errors: ['merge_not_undoable', 'profile_locked'],
  },
})
