import { z } from 'zod'
import { byId, pageOf, Text, WidePage } from '../platform/common.ts'
import { MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'
import { ColumnId } from './columns.ts'
import { rowFailures } from './row-failures.ts'
import { RunStats } from './run-state.ts'

const Cell = Text(1000)
const Searched = Text(200)

/** A replacement of unreadable cells that is remembered with the mapping. */
export const MendingRule = z.strictObject({
  source_schema_id: ColumnId,
  find: Searched.min(1),
  /** Empty: the cell is left empty. */
  replacement: Searched,
  /** True if only a whole cell is replaced, false for each part of it. */
  whole: z.boolean(),
})
export type MendingRule = z.output<typeof MendingRule>

const MAX_RULES = 50
/** Key `mended` of a mapping. */
export const MendingRules = z.array(MendingRule).max(MAX_RULES)

/** Unreadable cells of a file that are listed. A file with more is better repaired where it was made. */
export const MAX_MENDED_CELLS = 50_000

/** Reasons that are finer than the failure of the value. */
const finerReasons = [
  'email_without_at',
  'email_end_missing',
  'email_letters',
  'phone_too_short',
  'phone_letters',
  'words_only',
] as const

/** Reasons by which unreadable cells are grouped. */
const mendingReasons = [...(Object.keys(rowFailures) as (keyof typeof rowFailures)[]), ...finerReasons] as const
export type MendingReason = (typeof mendingReasons)[number]
const Reason = z.enum(mendingReasons)

const Count = z.int().min(0)

const Mending = z.object({
  /** The preview whose counts follow the mending. */
  run_id: z.string(),
  /** Counts of the preview when the cells were listed. */
  before: RunStats,
  total: Count,
  left: Count,
  /** By column, then reason. Finished groups keep their place. */
  groups: z.array(
    z.object({ source_schema_id: z.string(), name: z.string(), reason: Reason, total: Count, left: Count }),
  ),
  /** Rules of the mapping, with the cells that each has filled. */
  rules: z.array(MendingRule.extend({ cells: Count })),
  /** Cells that rules of an earlier file filled by themselves. */
  remembered: Count,
  /** The latest change that is not undone; null without one. */
  last_change: z.int().nullable(),
  /** Columns that show whose row it is. */
  who: z.array(z.object({ id: z.string(), name: z.string() })),
  /** True if the file has more unreadable cells than are listed. */
  capped: z.boolean(),
})

const UnreadCell = z.object({
  record_no: z.int(),
  source_schema_id: z.string(),
  /** Line in the file, or row in the sheet. Null if an older load recorded no lines. */
  line: z.int().nullable(),
  who: z.array(z.object({ id: z.string(), value: z.string() })),
  /** As it is in the file. */
  value: z.string(),
  /** A value that would be readable; null if there is none at hand. */
  suggestion: z.string().nullable(),
  /** Replacement; null if there is none. */
  text: z.string().nullable(),
  /** Sentence for a cell that cannot be read as it is now. */
  error: z.string().nullable(),
  /** True if a search finds it and a replacement would change it. */
  hit: z.boolean(),
})

/** Cells of one group; without, of all. */
const Group = { source_schema_id: ColumnId.optional(), reason: Reason.optional() }

const Changed = z.object({
  /** Undone as a whole by this number; null if nothing changed. */
  change: z.int().nullable(),
  /** Number of changed cells. */
  cells: Count,
  /** Changed cells that still cannot be read. */
  unread: Count,
})

const path = '/datasource/{id}/mending'
const read = 'cdp-core.datasource.read'

const writing = {
  permission: 'cdp-core.datasource.execute',
  whenFull: 'refused',
  audit: 'import_cells_mended',
  params: byId,
  response: Changed,
  errors: [
    'data_source_not_found',
    'data_source_status',
    'data_source_disabled',
    'match_keys_missing',
    'field_sensitive',
    'column_sensitive',
  ],
} as const

/** Repairs unreadable cells of a previewed file before its import. The file stays as it is. */
export const mending = feature({
  /** Lists the unreadable cells of a completed preview, once for a file and its mapping. */
  open: {
    method: 'POST',
    path,
    summary: ['เปิดรายการช่องที่อ่านไม่ได้', 'Open the cells that cannot be read'],
    permission: 'cdp-core.datasource.execute',
    whenFull: 'refused',
    audit: false,
    params: byId,
    response: Mending,
    errors: writing.errors,
  },
  get: {
    method: 'GET',
    path,
    summary: ['อ่านการแก้ไขช่องของไฟล์', 'Read the repair of a file'],
    permission: read,
    params: byId,
    response: Mending,
    errors: ['data_source_not_found', 'data_source_status'],
  },
  cells: {
    method: 'GET',
    path: `${path}/cells`,
    summary: ['อ่านรายการช่องที่อ่านไม่ได้', 'List cells that cannot be read'],
    permission: read,
    params: byId,
    query: WidePage.extend({
      ...Group,
      /** Marks the cells that a replacement of this text would change. */
      find: Searched.optional(),
      whole: z
        .enum(['true', 'false'])
        .default('false')
        .transform((text) => text === 'true'),
    }),
    response: pageOf(UnreadCell).extend({
      /** Cells of the group that the search finds, on all pages. */
      hits: Count,
      /** Cells of the group with a suggestion that is not used. */
      suggestions: Count,
    }),
    errors: ['data_source_not_found', 'data_source_status'],
  },
  /** Puts a text in the place of one cell; null: as in the file. */
  set: {
    ...writing,
    method: 'PUT',
    path: `${path}/cell`,
    summary: ['แก้ไขหนึ่งช่อง', 'Correct one cell'],
    body: z.strictObject({
      record_no: z.int().positive().max(MAX_FILE_ROWS),
      source_schema_id: ColumnId.refine((id) => Number(id) <= MAX_FILE_COLUMNS),
      text: Cell.nullable(),
    }),
  },
  /** Replaces a text in all unreadable cells of a group, or of all groups. */
  replace: {
    ...writing,
    method: 'POST',
    path: `${path}/replace`,
    summary: ['แทนที่ข้อความในหลายช่อง', 'Replace a text in many cells'],
    body: z.strictObject({
      ...Group,
      find: Searched.min(1),
      replacement: Searched,
      whole: z.boolean().default(false),
      /** Remembers it with the mapping, for the next file with the same columns. */
      remember: z.boolean().default(false),
    }),
  },
  /** Uses the suggestions of a group, or of all groups. */
  suggest: {
    ...writing,
    method: 'POST',
    path: `${path}/suggestions`,
    summary: ['ใช้ค่าแก้ไขที่แนะนำ', 'Use the suggested corrections'],
    body: z.strictObject(Group),
  },
  /** Takes a change back as a whole; 0: what the rules of an earlier file filled. A rule that fills nothing any more is forgotten. */
  undo: {
    ...writing,
    method: 'POST',
    path: `${path}/undo`,
    summary: ['เลิกทำการแก้ไขช่อง', 'Undo a correction of cells'],
    body: z.strictObject({ change: z.int().min(0) }),
  },
  /** Removes a rule, and empties the cells that it filled. */
  forget: {
    ...writing,
    method: 'POST',
    path: `${path}/forget`,
    summary: ['นำการแทนที่ที่บันทึกไว้ออก', 'Remove a saved replacement'],
    body: MendingRule.omit({ replacement: true }),
  },
})
