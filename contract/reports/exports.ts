import { z } from 'zod'
import { LogFilter } from '../channels/online-log.ts'
import { ProfileFilter, ProfileOrder } from '../customers/profiles.ts'
import { RULE_BYTES } from '../customers/rules.ts'
import { recordStatuses } from '../imports/status.ts'
import {
  byId,
  Direction,
  From,
  Id,
  Keyword,
  Page,
  ProfileId,
  pageOf,
  sortBy,
  Text,
  Time,
  To,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { event } from '../platform/event.ts'
import { jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'

const exportFileTypes = ['xlsx', 'csv'] as const
export type ExportFileType = (typeof exportFileTypes)[number]
const exportStatuses = ['processing', 'completed', 'cancel', 'failed'] as const

/** Lists of other things than customers. */
export const exportListTypes = [
  'segment',
  'data_source',
  'profile_field',
  'activity_field',
  'people',
  'role',
  'consent',
  'audit_log',
  'broadcast_recipient',
  'online_log',
] as const
export type ExportListType = (typeof exportListTypes)[number]
/** Exportable types. */
const exportTypes = ['profile', 'activity', 'preview_history', ...exportListTypes] as const
export type ExportType = (typeof exportTypes)[number]

/**
 * Purposes of a file of customers, each with its own columns: those of the person's list, an envelope, every field with a value, or all that
 * an import needs to know the customers again.
 */
export const exportPurposes = ['screen', 'letters', 'excel', 'back'] as const
export type ExportPurpose = (typeof exportPurposes)[number]

/** Running exports of a store, and days for which a file is kept. */
export const MAX_RUNNING_EXPORTS = 3
export const EXPORT_DAYS = 7
/** Seconds for which a link to a file is good, once. */
export const EXPORT_LINK_SECONDS = 60

/** An export of the caller; invisible to others (spec section 3: export item). */
export const Export = z.object({
  export_id: Id,
  type: z.enum(exportTypes),
  file_name: z.string(),
  file_type: z.enum(exportFileTypes),
  status: z.enum(exportStatuses),
  /** 0 to 1; 0 while it waits for its turn. */
  progress: z.number(),
  /** The address of the link call; empty until it is completed. Alone it opens nothing. */
  url: z.string(),
  /** When it was asked for. */
  timestamp: Time,
  /** Rows of the file; the expected number until it is completed, null if unknown. */
  rows: z.int().nullable(),
  /** Bytes. */
  size: z.int().nullable(),
  /** Cells that were cut because a workbook holds no longer ones. */
  cut: z.int(),
  /** Seconds that are left; null before there is a pace. */
  eta: z.number().nullable(),
  /** Until when the file is kept. */
  expires_at: Time.nullable(),
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
})
export type Export = z.infer<typeof Export>

/** Progress of an export, for its owner. */
export const exportEvent = event({
  event_type: 'export',
  topics: [],
  visibleTo: null,
  leadsTo: null,
  data: z.object({
    export_id: Id,
    /** 0 to 1. */
    progress: z.number(),
    status: z.enum(exportStatuses),
    /** Empty until the export is completed. */
    url: z.string().max(1000),
  }),
})

const permission = 'cdp-core.profile.download'

const about = { th: '{name}', en: '{name}' }
/** The file itself waits in the panel of exports. */
const exportNotice = notice({
  kind: 'export_ended',
  topic: 'export',
  readBy: permission,
  own: true,
  leadsTo: null,
  data: ofJob.data,
  names: { name: ['export', 'job_id'] },
  says: {
    completed: { title: about, text: { th: 'ส่งออกแล้ว {done} แถว', en: 'Exported, rows: {done}' } },
    cancel: { title: about, text: { th: 'หยุดส่งออกแล้ว', en: 'The export was cancelled' } },
    failed: { title: about, text: { th: 'ส่งออกไม่สำเร็จ', en: 'Export failed' } },
  },
})

export const exportJobs = jobsOf({
  export: {
    permissions: [permission],
    visibleTo: permission,
    title: { th: 'ส่งออกข้อมูล', en: 'Export' },
    locksProfiles: false,
    cancellable: true,
    queue: 'export',
    notice: exportNotice,
  },
})

/**
 * Columns as the list of profiles names them: `firstName`, `field_1001`, `labels`, `id`; those of the purpose when left out, or all. With a
 * purpose also `letterName`. A file that comes back always begins with `id`.
 */
const Columns = z.array(Text(100)).min(1).max(1000).optional()

/** Customers of a file, and what the file holds of them. */
const selection = {
  columns: Columns,
  filter: ProfileFilter.optional(),
  profile_ids: z.array(ProfileId).min(1).max(10_000).optional(),
  /** Order of the rows in a file of customers; by id if omitted. */
  order: ProfileOrder.optional(),
  /** Chooses columns, headers and the form of phones. Sensitive fields are left out without a reason. */
  purpose: z.enum(exportPurposes).optional(),
  /** For the purpose excel without own columns: also columns that are empty in every row. For letters: also customers without an address. */
  with_empty: z.boolean().optional(),
}
/** A column of a file, by its id in `columns`. */
const FileColumn = z.object({ id: z.string(), header: z.string(), sensitive: z.boolean() })
/** Why the file holds sensitive fields; kept in the audit log. */
const Reason = Text(300)
  .transform((text) => text.trim())
  .refine((text) => text !== '')

const directions = { asc: 'asc', ascending: 'asc', desc: 'desc', descending: 'desc' } as const

export const exports = feature({
  /** Exports customers or their activities of one type: by ids, or all that match a filter. */
  create: {
    method: 'POST',
    path: '/v2/export',
    summary: ['ส่งออกลูกค้าหรือกิจกรรม', 'Export customers or activities'],
    whenFull: 'refused',
    permission,
    alsoRequires: 'cdp-core.profile.read',
    audit: 'export_started',
    // 10,000 ids, or a rule, and the names of a thousand columns.
    bodyBytes: RULE_BYTES + 512 * 1024,
    body: z.strictObject({
      type: z.enum(['profile', 'activity']),
      file_type: z.enum(exportFileTypes),
      /** Name of the file before its day and number; made of its content if omitted. */
      file_name: Text(100).optional(),
      ...selection,
      /** Includes sensitive fields in a file with a purpose. Needs profile-sensitive.read. */
      sensitive_reason: Reason.optional(),
      /** The type of activity. */
      activity_id: Id.optional(),
      /** Adds a column with each customer's personal LINE link. Needs profile.edit. */
      line_link: z.boolean().optional(),
    }),
    response: Export,
    errors: ['export_too_many'],
  },
  /** First rows of a file with a purpose as they will be, sensitive values masked. */
  preview: {
    method: 'POST',
    path: '/v2/export/preview',
    summary: ['ดูตัวอย่างการส่งออก', 'Preview an export'],
    permission,
    alsoRequires: 'cdp-core.profile.read',
    // Reads alone.
    audit: false,
    limit: 'search',
    bodyBytes: RULE_BYTES + 512 * 1024,
    body: z.strictObject({ ...selection, purpose: z.enum(exportPurposes), sensitive: z.boolean().default(false) }),
    response: z.object({
      columns: z.array(FileColumn),
      rows: z.array(z.array(z.string().nullable())),
      /** Every column that a file with this purpose can have. */
      choices: z.array(FileColumn),
      /** Headers of columns that are dropped because they are empty; null if that takes too long to tell now. */
      empty: z.array(z.string()).nullable(),
      /** Customers without an address, who get no letter, counted up to 10,000; null as above. */
      left_out: z.int().nullable(),
      /** Names of the sensitive fields that the purpose could hold; none without the right to see their values. */
      sensitive_fields: z.array(z.string()),
    }),
  },
  /** Exports rows of a run, with their customers before and after. */
  previewHistory: {
    method: 'POST',
    path: '/v2/export/preview-history',
    summary: ['ส่งออกแถวของการนำเข้า', 'Export the rows of an import'],
    permission,
    alsoRequires: 'cdp-core.datasource.read',
    audit: 'export_started',
    body: z.strictObject({
      datasource_id: Id,
      run_id: Text(100),
      status: z.enum([...recordStatuses, 'held', 'faulty', 'all']).default('all'),
      file_type: z.enum(exportFileTypes),
    }),
    response: Export,
    errors: ['export_too_many'],
  },
  /** Exports another list; needs the right to read it too. */
  createList: {
    method: 'POST',
    path: '/export',
    summary: ['ส่งออกรายการอื่น', 'Export another list'],
    whenFull: 'refused',
    permission,
    audit: 'export_started',
    body: z.strictObject({
      type: z.enum(exportListTypes),
      file_type: z.enum(exportFileTypes),
      filter: z
        .strictObject({
          keyword: Keyword.optional(),
          from: From.optional(),
          to: To.optional(),
          /** Recipients of one broadcast; of all without it. */
          broadcast_id: Id.optional(),
          /** Entries of the online log alone. */
          ...LogFilter.omit({ channel_id: true }).shape,
          channel_id: Id.optional(),
        })
        .optional(),
    }),
    response: Export,
    errors: ['export_too_many', 'range_reversed'],
  },
  /** The person's own, the newest first unless asked otherwise. */
  list: {
    method: 'GET',
    path: '/export',
    summary: ['อ่านรายการส่งออกของคุณ', 'List your exports'],
    permission,
    query: Page.extend({
      sort_by: sortBy(['created_at'], 'created_at'),
      sort_dir: z
        .enum(Object.keys(directions) as (keyof typeof directions)[])
        .transform((word) => directions[word])
        .pipe(Direction)
        .default('desc'),
    }),
    response: pageOf(Export),
  },
  cancel: {
    method: 'PUT',
    path: '/export/{id}',
    summary: ['หยุดการส่งออก', 'Stop an export'],
    permission,
    audit: 'export_cancelled',
    params: byId,
    body: z.strictObject({ status: z.literal('cancel') }),
    response: Export,
    errors: ['export_over'],
  },
  /** Deletes all of the person's, files too; those that run are cancelled. */
  clear: {
    method: 'DELETE',
    path: '/export/clear',
    summary: ['ลบรายการส่งออกทั้งหมดของคุณ', 'Delete all your exports'],
    permission,
    audit: 'exports_cleared',
  },
  /** An address that gives the file once, to who asked for it. */
  link: {
    method: 'POST',
    path: '/export/{id}/link',
    summary: ['สร้างลิงก์ดาวน์โหลด', 'Create a download link'],
    permission,
    // Its use is written down.
    audit: false,
    params: byId,
    response: z.object({ url: z.string(), expires_in: z.int() }),
  },
  /** The file. Who asked for the link, their login, the store and every right that the file needs are looked at again. */
  download: {
    method: 'GET',
    path: '/export/download/{token}',
    summary: ['ดาวน์โหลดไฟล์ที่ส่งออก', 'Download an exported file'],
    permission: 'public',
    download: true,
    audit: 'export_downloaded',
    params: z.strictObject({ token: z.string().regex(/^[1-9]\d{0,9}-[\w-]{20,200}$/) }),
  },
})
