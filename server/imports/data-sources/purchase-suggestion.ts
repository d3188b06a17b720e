import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { OrderLines } from '@ruam/contract/imports/order-lines.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import { activityTypeOf } from '../../customers/fields/activity-types.ts'
import { purchaseTypeOf } from '../../customers/fields/purchase-type.ts'
import type { Db } from '../../database/db.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Storage } from '../../storage/storage.ts'
import { layoutOf } from '../layouts/recognise.ts'
import { type OrderFacts, orderFacts } from '../orders/order-facts.ts'
import type { SourceColumn, Suggestion } from './column-drafts.ts'
import { isContact } from './contact-columns.ts'
import { isNameField } from './full-names.ts'
import { type PurchaseColumns, purchaseColumnsOf } from './purchase-columns.ts'
import { isFreeForPurchase, purchaseMapping } from './purchase-mapping.ts'

/** The file of a mapping step, whose rows tell how its orders are written. */
export interface SalesFile {
  storage: Storage
  file: StoredFile
  /** Name of the series of order numbers, unless an earlier file of the same columns named one. */
  series: string
}

/** Purchases that a file shows. */
export interface SuggestedPurchases {
  columns: PurchaseColumns
  /** Null if the store has no type of purchases yet. */
  fed: Pick<MappingBody, 'activity_id' | 'activity_key' | 'equal_activities' | 'lines' | 'mapping'> | null
}

interface Seen {
  columns: readonly SourceColumn[]
  suggestions: readonly Suggestion[]
  rows: number
  hidden: ReadonlySet<string>
}

/** Returns what a file, or the items of a connector, bring as purchases; null if they show none. */
export async function suggestPurchases(
  db: Db,
  storeId: number,
  sales: SalesFile | null,
  { columns, suggestions, rows, hidden }: Seen,
  language: Language,
): Promise<SuggestedPurchases | null> {
  const byId = new Map(suggestions.map((one) => [one.source_schema_id, one]))
  const isFree = ({ id }: SourceColumn) => !hidden.has(id) && isFreeForPurchase(byId.get(id)!)
  const found = purchaseColumnsOf(columns, suggestions, rows, { isFree, meanings: layoutOf(columns)?.meanings })
  if (!found) return null
  const timeZone = await timeZoneOf(db, storeId)
  const options = { timeZone, today: new Date(databaseNow()).toISOString().slice(0, 10), rows }
  const orders = found.lined && sales ? await readOrders(sales, found, suggestions, options) : null
  const shown = orders ? { ...found, amounts: byLikelihood(found.amounts, orders.amount) } : { ...found, lined: false }
  const known = await purchaseTypeOf(db, storeId)
  const type = known && (await activityTypeOf(db, storeId, known.id, language))
  if (!known || !type) return { columns: shown, fed: null }
  const fed = purchaseMapping(shown, { ...known, type }, columns, suggestions)
  return { columns: shown, fed: { ...fed, lines: orders && sales && { ...orders.lines, series: sales.series } } }
}

const byLikelihood = (amounts: readonly string[], first: string) => [first, ...amounts.filter((id) => id !== first)]

interface ReadOrders {
  lines: Omit<OrderLines, 'series'>
  amount: string
}

/** Decides over all orders of a file how its lines are written; null if its numbers are none of orders. */
async function readOrders(
  sales: SalesFile,
  found: PurchaseColumns,
  suggestions: readonly Suggestion[],
  options: Parameters<typeof orderFacts>[3],
): Promise<ReadOrders | null> {
  const { parts, quantity } = found
  const plain = await factsOf(sales, found, suggestions, null, options)
  // Numbers that begin anew at each branch belong to two buyers, or two days, without it.
  const mixed = plain && plain.two_buyers + plain.two_days > 0 && parts.branch !== undefined
  const apart = mixed ? await factsOf(sales, found, suggestions, parts.branch!, options) : null
  const isApart = apart !== null && apart.two_buyers + apart.two_days < plain!.two_buyers + plain!.two_days
  const facts = isApart ? apart : plain
  if (!facts) return null
  const place = facts.proposed ?? 0
  const amount = found.amounts[place]!
  const reading = facts.amounts[place]?.reading ?? 'line_amount'
  return {
    amount,
    lines: {
      order_column: parts.order_number!,
      branch_column: isApart ? parts.branch! : null,
      line_amount: reading === 'line_amount' ? amount : null,
      order_total: reading === 'order_total' ? amount : null,
      item_column: parts.items ?? null,
      quantity_column: quantity,
      equal_elsewhere: 'ask',
    },
  }
}

const placeOf = (id: string) => Number(id) - 1

function factsOf(
  { storage, file }: SalesFile,
  { parts, date, amounts }: PurchaseColumns,
  suggestions: readonly Suggestion[],
  branch: string | null,
  options: Parameters<typeof orderFacts>[3],
): Promise<OrderFacts | null> {
  const buyers = suggestions.filter(
    ({ destination_id, reason }) =>
      reason === 'stored' || reason === 'new_key' || (destination_id !== null && isContact(destination_id)),
  )
  const names = suggestions.filter(
    ({ destination_id, reason }) => reason === 'full_name' || (destination_id !== null && isNameField(destination_id)),
  )
  const columns = {
    order: placeOf(parts.order_number!),
    branch: branch === null ? null : placeOf(branch),
    amounts: amounts.map(placeOf),
    date: placeOf(date),
    buyers: buyers.map((one) => placeOf(one.source_schema_id)),
    names: names.map((one) => placeOf(one.source_schema_id)),
    item: parts.items === undefined ? null : placeOf(parts.items),
  }
  return readOnce(`${file.storage_key} ${JSON.stringify(columns)} ${options.timeZone}`, () =>
    orderFacts(storage, file, columns, options),
  )
}

/** Files whose facts are kept: a mapping step asks for those of one file with each change. */
const KEPT = 64
const kept = new Map<string, Promise<OrderFacts | null>>()

/** Reads a file once. Its content never changes under its key. */
function readOnce(key: string, read: () => Promise<OrderFacts | null>): Promise<OrderFacts | null> {
  const known = kept.get(key)
  if (known) return known
  const reading = read()
  kept.set(key, reading)
  reading.catch(() => kept.delete(key))
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return reading
}
