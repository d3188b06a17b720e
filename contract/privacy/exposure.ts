import { z } from 'zod'
import { From, Id, IdText, Page, ProfileId, pageOf, Time, To } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'

/** Sources by which customers can have been seen: a login of a member, a key or token, a file, the SQL account. */
export const exposureKinds = ['person', 'program', 'export', 'sql'] as const
export type ExposureKind = (typeof exposureKinds)[number]

/** Years for which readings are kept. */
export const EXPOSURE_YEARS = 2

const ExposedField = z.object({ id: z.int(), display_name: z.string().nullable() })

/**
 * Customers whom a source saw, and further ones whom it could have seen. Both count different people: `certain` those of recorded answers,
 * `possible` those whom its right alone included, without any of the former.
 */
const ExposureSummary = z.object({
  /** Records are kept by the hour: the window is widened to whole hours. */
  from: Time,
  to: Time,
  certain: z.object({
    people: z.int(),
    /** Fields by the number of people. Empty for a customer who was read by id: which fields were open is not recorded. */
    fields: z.array(ExposedField.extend({ people: z.int() })),
  }),
  possible: z.object({
    people: z.int(),
    fields: z.array(ExposedField),
    /** Rows of a file without recorded people: no more than these. */
    at_most: z.int().nullable(),
  }),
  /** Ways of the recorded answers. One person may have been seen by several: they do not add up. */
  ways: z.array(z.object({ call: z.string(), title: z.string().nullable(), people: z.int() })),
  /** Records are complete from here on. */
  complete_since: Time,
})

const ExposedPerson = z.object({
  profile_id: ProfileId,
  /** Null if the customer is deleted or erased. */
  name: z.string().nullable(),
  fields: z.array(ExposedField),
  /** Last hour. */
  hour: Time,
})

const manage = 'cdp-core.privacy.manage'
const sensitive = 'cdp-core.profile-sensitive.read'

const shown = {
  th: '{name} เห็นค่าที่ปิดบังแบบเต็ม {shown} ค่าใน 1 ชั่วโมง',
  en: '{name} was shown {shown} masked values within an hour',
}

/** Unusually many sensitive values in an hour of a member: 1,000, or ten times the own habit. */
export const unusualReadingNotice = notice({
  kind: 'unusual_reading',
  topic: 'store',
  readBy: manage,
  leadsTo: { screen: 'privacy-exposure', id: 'user_id' },
  data: ['user_id', 'shown', 'habit'],
  names: { name: ['user', 'user_id'] },
  says: {
    completed: { title: shown, text: { th: 'ตรวจได้ที่ใครเห็นข้อมูล', en: 'Look at who saw data.' } },
    failed: {
      title: shown,
      text: {
        th: 'ปกติ {habit} ค่าต่อชั่วโมง ตรวจได้ที่ใครเห็นข้อมูล',
        en: 'Usually {habit} per hour. Look at who saw data.',
      },
    },
  },
})

/** Finds whom a login, a program, a file or the SQL account can have seen. */
export const exposures = feature({
  /** Also members who left, revoked programs and deleted files of the last two years. */
  sources: {
    method: 'GET',
    path: '/privacy/exposure/source',
    summary: ['อ่านรายการทางที่เห็นข้อมูล', 'List ways of seeing data'],
    permission: manage,
    alsoRequires: sensitive,
    response: z.object({
      data: z.array(
        z.object({
          kind: z.enum(exposureKinds),
          id: Id,
          name: z.string(),
          /** When it left, was revoked, or when the file was made. */
          at: Time.nullable(),
        }),
      ),
    }),
  },
  /** The page lists the certain ones, the last seen first. */
  get: {
    method: 'GET',
    path: '/privacy/exposure',
    summary: ['อ่านว่าเห็นข้อมูลลูกค้ารายใดได้บ้าง', 'List whom a login or program saw'],
    permission: manage,
    alsoRequires: sensitive,
    limit: 'search',
    query: Page.extend({
      kind: z.enum(exposureKinds),
      /** User, credential or export. The SQL account of a store has the id 1. */
      id: IdText,
      from: From,
      to: To.optional(),
    }),
    response: pageOf(ExposedPerson).extend(ExposureSummary.shape),
    errors: ['exposure_window'],
  },
})
