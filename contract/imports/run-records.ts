import { z } from 'zod'
import { FurtherName } from '../customers/further-names.ts'
import { FieldValue } from '../customers/profiles.ts'
import { Id, ProfileId, Time } from '../platform/common.ts'
import { MAX_CORRECTED_ROWS, MAX_FILE_ROWS, MAX_WIDE_PAGE_SIZE } from '../platform/constants.ts'
import { ReviewGroupId } from './review-groups.ts'
import { recordStatuses } from './status.ts'

const SideOfChange = z.object({
  fields: z.array(z.object({ id: Id, name: z.string(), value: FieldValue })),
  label_ids: z.array(Id),
})

/** Customer to whom a row in conflict points. */
const PointedTo = z.object({
  /** Null if a row of the file would create the customer. */
  profile_id: ProfileId.nullable(),
  /** That row; null for an existing customer. */
  record_no: z.int().nullable(),
  /** The line of that row in the file. */
  line: z.int().nullable(),
  /** The field whose value points to them. */
  field_id: Id,
  /** Values of the profile in the mapped fields when the row was read. */
  fields: SideOfChange.shape.fields,
})

/** Answers to a row pending review. */
const matchAnswers = ['same', 'other'] as const

/** One row of the file and what it does. */
export const RunRecord = z.object({
  record_no: z.int(),
  /** Line in the file, or row in the sheet. Null if an older load recorded no lines. */
  line: z.int().nullable(),
  status: z.enum(recordStatuses),
  profile_id: ProfileId.nullable(),
  /** The field that found the person; null for a new one, and for one that their number found. */
  matched_by: Id.nullable(),
  /** The person was found by a sensitive field, and is left out for readers who may not see its values. */
  withheld: z.boolean(),
  data: z.array(
    z.object({
      id: z.string(),
      value: z.string(),
      error: z.string().nullable(),
      /** Correction that made the value readable. */
      note: z.string().nullable(),
    }),
  ),
  change: z
    .object({
      /** The activity that the row adds. */
      activity: z
        .object({
          activity_id: Id,
          activity_at: Time,
          fields: z.array(z.object({ id: Id, name: z.string(), value: FieldValue })),
        })
        .nullable(),
      /** Names of labels that the row gives and that are not there: a run would make them. */
      new_labels: z.array(z.string()),
      /** Further names and notes that are cut off the cells of names and kept. */
      further_names: z.array(FurtherName),
      previous_profile: SideOfChange.nullable(),
      next_profile: SideOfChange.nullable(),
    })
    .nullable(),
  /** The sentence for the row as a whole. */
  error: z.string().nullable(),
  /** Reason of a conflict. `held`: the row is pending review. */
  conflict: z
    .object({
      held: z.boolean(),
      /** The group of rows that one answer can settle. */
      group: ReviewGroupId.nullable(),
      /** Values of the row in the mapped fields. */
      fields: SideOfChange.shape.fields,
      /** At most 5. */
      people: z.array(PointedTo),
      /** Later answer; applies from the next dry run on. */
      answer: z.enum(matchAnswers).nullable(),
    })
    .nullable(),
  /** Columns of a failed row (their ids) whose cells can be corrected here; empty if the row needs the correction file or an answer. */
  correctable: z.array(z.string()),
  /** The row failed at first and was taken with corrected cells. Its `data` are those of the file. */
  corrected: z.boolean(),
})
export type RunRecord = z.infer<typeof RunRecord>

const RecordNo = z.int().positive().max(MAX_FILE_ROWS)

/** Answer to rows pending review: the matched person is the same, or another; `none` withdraws an answer. */
export const AnswerBody = z.strictObject({
  answer: z.enum([...matchAnswers, 'none']),
  /**
   * Without: all rows of the run that wait and were not answered since, except those that are asked one by one; to take back, all
   * that wait.
   */
  record_nos: z.array(RecordNo).min(1).max(MAX_WIDE_PAGE_SIZE).optional(),
  /** Only rows of this group. */
  group: ReviewGroupId.optional(),
  /** The same person among several: a profile, or the row that would add them. */
  person: z.union([z.strictObject({ profile_id: ProfileId }), z.strictObject({ record_no: RecordNo })]).optional(),
})

/** Corrected cells of failed rows. */
export const CorrectBody = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        record_no: RecordNo,
        cells: z
          .array(z.strictObject({ id: z.string().regex(/^[1-9]\d{0,3}$/), value: z.string().max(1000) }))
          .min(1)
          .max(10),
      }),
    )
    .min(1)
    .max(MAX_CORRECTED_ROWS),
})

/** Answer to corrected rows. */
export const Corrected = z.object({
  /** Number of rows that were taken. */
  imported: z.int(),
  /** Rows that fail still, each with the first reason. */
  failed: z.array(z.object({ record_no: z.int(), id: z.string().nullable(), error: z.string() })),
})
