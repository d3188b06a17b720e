import type { Field } from '../../customers/fields/fields.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { columnsOf, mappable } from '../data-sources/hidden-columns.ts'
import { purchaseColumnsOf } from '../data-sources/purchase-columns.ts'
import { isFreeForPurchase } from '../data-sources/purchase-mapping.ts'
import { suggestMapping } from '../data-sources/suggest.ts'
import { layoutOf } from '../layouts/recognise.ts'

/** True if a file shows purchases, whether or not the store has a type for them. */
export function showsPurchases(file: StoredFile, fields: readonly Field[], hidden: ReadonlySet<string>): boolean {
  const columns = columnsOf(file)
  const rows = file.row_count ?? 0
  const layout = layoutOf(columns)
  const suggestions = suggestMapping(columns, fields.map(mappable), rows, { layout })
  const byId = new Map(suggestions.map((one) => [one.source_schema_id, one]))
  const isFree = ({ id }: { id: string }) => !hidden.has(id) && isFreeForPurchase(byId.get(id)!)
  return purchaseColumnsOf(columns, suggestions, rows, { isFree, meanings: layout?.meanings }) !== null
}
