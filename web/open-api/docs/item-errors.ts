import { itemFailures } from '@ruam/contract/imports/item-failures.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'

/** Failures of files, which no item of a program can have. */
const ofFiles: readonly RowFailure[] = [
  ...(['too_few_cells', 'too_many_cells', 'wrong_field_count', 'digits_lost', 'match_not_found'] as const),
  ...(['label_name_wrong', 'label_is_segment'] as const),
]

/** Errors of single items, with their sentences. */
export const itemErrors = (Object.entries(itemFailures) as [RowFailure, { th: string; en: string }][]).filter(
  ([name]) => !ofFiles.includes(name),
)
