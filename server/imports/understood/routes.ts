import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { understanding } from '@ruam/contract/imports/understood.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { purchaseTypeOf } from '../../customers/fields/purchase-type.ts'
import { findFile } from '../../formats/files/queries.ts'
import { implement } from '../../http/implement.ts'
import { fileOf, hiddenFrom } from '../data-sources/hidden-columns.ts'
import { dataSourceOf } from '../data-sources/one.ts'
import { meansPart } from '../data-sources/purchase-columns.ts'
import { isActivityRow, isImported, targetsOf } from '../data-sources/targets.ts'
import { showsPurchases } from './shows-purchases.ts'
import { understand } from './understand.ts'

export const understandingRoutes = implement(understanding, {
  async describe({ core, db, storeId, user, params, body: sent, language, fail }) {
    const source = await dataSourceOf(db, storeId, params.id)
    const file = source.file_id === null ? undefined : await findFile(db, storeId, source.file_id)
    if (!file || source.row_count === null || source.columns === null) throw fail('data_source_status')
    const fields = (await fieldsOf(db, storeId, language)).filter(isImported)
    const hidden = await hiddenFrom(user, db, storeId, fileOf(source), fields)
    const targets = await targetsOf(db, storeId, sent, file.columns.length, language)
    // Of what the caller may not see, nothing is counted.
    const isOpenColumn = (id: string | null | undefined) =>
      id == null || (!hidden.has(id) && Number(id) <= file.columns.length)
    const isOpen = (row: (typeof sent.mapping)[number]) =>
      isOpenColumn(row.source_schema_id) &&
      (isActivityRow(row)
        ? targets.activity?.fields.some(({ id }) => id === row.destination_id)
        : targets.fields.some(({ id, type }) => id === row.destination_id && type === row.destination_type))
    const mapping = sent.mapping.filter(isOpen)
    const fed = new Set(mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id))
    const match = sent.match ?? { keys: [], mode: 'both', keyless: 'fail' }
    const { new_key: _, ...rest } = sent
    const body = {
      ...rest,
      mapping,
      match: { ...match, keys: match.keys.filter((key) => fed.has(key)) },
      number_column: isOpenColumn(sent.number_column) ? sent.number_column : null,
      lines: lineColumns(sent.lines).every(isOpenColumn) ? sent.lines : null,
      consents: sent.consents.filter(({ column, granted_at_column }) =>
        [column, granted_at_column].every(isOpenColumn),
      ),
    }
    const purchases = await purchasesOf(db, storeId)
    const isPurchase = purchases?.types.includes(body.activity_id ?? 0)
    const parts = (await purchaseTypeOf(db, storeId))?.parts
    const numbers = targets.activity?.fields.filter(
      ({ id, display_name }) => id === parts?.order_number || meansPart('order_number', display_name),
    )
    const newKey = sent.new_key !== null && !hidden.has(sent.new_key) ? sent.new_key : null
    const options = {
      timeZone: await timeZoneOf(db, storeId),
      columns: file.columns,
      today: new Date(databaseNow()).toISOString().slice(0, 10),
    }
    const understood = await understand(
      { storage: core.storage, file, rows: source.row_count },
      { body, targets, amount: isPurchase ? purchases!.field : null, orderNumber: numbers?.[0]?.id ?? null, newKey },
      options,
    )
    return { ...understood, lacks_type: (purchases?.types.length ?? 0) === 0 && showsPurchases(file, fields, hidden) }
  },
})

function lineColumns(lines: MappingBody['lines']): (string | null)[] {
  if (!lines) return []
  const { order_column, branch_column, line_amount, order_total, item_column, quantity_column } = lines
  return [order_column, branch_column, line_amount, order_total, item_column, quantity_column]
}
