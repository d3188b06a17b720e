import { z } from 'zod'
import { byId, Id } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { ColumnId } from './columns.ts'
import { MappingSent } from './mapping.ts'

const Count = z.int().min(0)
/** An exact amount of money, such as "3900.5". */
const Decimal = z.string()
const Figures = z.object({ count: Count, sum: Decimal })

/** A row of an order, as the file writes it. */
const OrderLine = z.object({
  row: Count,
  items: z.string(),
  amount: Decimal.nullable(),
  /** Name of its buyer, if the order has several. */
  buyer: z.string().nullable(),
})

const Order = z.object({
  number: z.string(),
  day: z.string().nullable(),
  buyer: z.string(),
  sum: Decimal,
  /** Reason why it waits. */
  waits: z.enum(['two_buyers', 'two_days', 'two_totals']).nullable(),
  lines: z.array(OrderLine),
})

/** Purchases of a file by its mapping. */
const Purchases = z.object({
  ...Figures.shape,
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  /** CE years of the store's calendar. */
  years: z.array(z.object({ year: z.int(), count: Count })),
  /** Result of an import: without rows that fail, and orders that wait. */
  coming: Figures,
  waiting: Figures.extend({ rows: Count }),
  /** Column of order numbers; null without one. */
  order_column: z.string().nullable(),
  /** Column of amounts. */
  amount_column: z.string(),
  /** Numbers that stand in several rows. */
  repeated: Count,
  /** Effect of each way to count: every row a purchase, or an order with the sum of its lines, or with their common total. */
  ways: z.array(
    z.object({
      way: z.enum(['rows', 'lines', 'totals']),
      ...Figures.shape,
      /** Rows that would wait, and their sum. */
      waiting: Figures,
      /** False for totals that differ within most orders. */
      possible: z.boolean(),
    }),
  ),
  first: z.array(z.object({ day: z.string().nullable(), buyer: z.string(), amount: Decimal })),
  /** The first orders of several lines, and those that wait. Empty if every row is a purchase. */
  orders: z.array(Order),
  order_count: Count,
})

/** A file in sentences: who is in it, what they did, and what cannot be read. */
export const Understood = z.object({
  rows: Count,
  /** Rows that were counted. With fewer than all, and for customers that are not `exact`, figures are estimates. */
  read: Count,
  customers: z.object({ count: Count, exact: z.boolean() }),
  /** Keys in their order: rows with a readable value, and rows that it decides. */
  keys: z.array(z.object({ field_id: Id, usable: Count, deciding: Count })),
  /** Rows that the proposed key decides; null without one. */
  new_key: Count.nullable(),
  /** Rows without any key, with their amounts. */
  keyless: Figures,
  /** Whole names that are split: with a last name, and without; an example. */
  names: z.object({ split: Count, alone: Count, cell: z.string(), parts: z.array(z.string()) }).nullable(),
  first: z.array(z.object({ key: z.string(), name: z.string(), contact: z.string() })),
  /** Null if the mapping brings no purchases. */
  purchases: Purchases.nullable(),
  /** The file shows purchases, and the store has no activity type for them yet. */
  lacks_type: z.boolean(),
  /** Rows that fail for another reason than a missing key. */
  failing: Count,
  /** Cells that cannot be read and stay empty, by column. */
  unread: z.array(z.object({ column: z.string(), count: Count })),
})
export type Understood = z.output<typeof Understood>

export const understanding = feature({
  /** Describes a loaded file under a mapping, which is not saved. */
  describe: {
    method: 'POST',
    path: '/datasource/{id}/understood',
    summary: ['อธิบายไฟล์ตามการจับคู่ข้อมูล', 'Describe a file under a mapping'],
    permission: 'cdp-core.datasource.read',
    params: byId,
    // Reads alone.
    audit: false,
    limit: 'search',
    bodyBytes: 544 * 1024,
    body: MappingSent.extend({
      /** Column that a new field is proposed for, as the first key. */
      new_key: ColumnId.nullable().default(null),
    }),
    response: Understood,
    errors: ['data_source_not_found', 'data_source_status'],
  },
})
