import { z } from 'zod'
import { byId, Id, NamedRow, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Parts of the record of processing activities (PDPA section 39), in the order of the page. */
export const processingParts = ['purposes', 'people', 'fields', 'receivers', 'retention', 'measures'] as const

/** Line of the record. Facts are read from the store's rows; nothing is typed in. */
const Line = z.object({
  part: z.enum(processingParts),
  /** Key of a line, equal in every record: a word of the product, with the id of its row if it has one. */
  key: z.string(),
  /** Name that the store gave it. Empty if the key says it all. */
  name: z.string(),
  sensitive: z.boolean(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type ProcessingLine = z.infer<typeof Line>

const Change = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  line: Line,
  /** Line of the earlier record, if it changed. */
  was: Line.nullable(),
})
export type ProcessingChange = z.infer<typeof Change>

const Taken = z.object({ id: Id, taken_at: Time, taken_by: NamedRow.nullable() })

/** Kept records that are listed. */
export const LISTED_RECORDS = 20

const read = 'cdp-core.privacy.read'
const manage = 'cdp-core.privacy.manage'

/** Records of processing activities, computed from what the store does. */
export const privacyProcessing = feature({
  /** The record as it is now, and its differences to the last kept one. Counts alone are no difference. */
  get: {
    method: 'GET',
    path: '/privacy/processing',
    summary: ['อ่านบันทึกกิจกรรมการประมวลผล', 'Read the record of processing'],
    permission: read,
    limit: 'search',
    response: z.object({
      lines: z.array(Line),
      /** Empty before the first one is kept. */
      changes: z.array(Change),
      /** The newest first. */
      taken: z.array(Taken),
    }),
  },
  /** Keeps the record as it is now. Its file shows the differences to the one before. */
  take: {
    method: 'POST',
    path: '/privacy/processing',
    summary: ['เก็บบันทึกกิจกรรมการประมวลผล', 'Keep the record of processing'],
    permission: manage,
    audit: 'processing_record_taken',
    limit: 'search',
    response: Taken,
  },
  /** A kept record as CSV. */
  download: {
    method: 'GET',
    path: '/privacy/processing/{id}/file',
    summary: ['ดาวน์โหลดบันทึกกิจกรรมการประมวลผล', 'Download a record of processing'],
    permission: read,
    audit: 'processing_record_downloaded',
    params: byId,
    download: true,
  },
})
