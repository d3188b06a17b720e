import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { leftText } from '../left-text.ts'
import type { RunDetail } from '../use-source.ts'

/** Columns named; the rest are one number. */
const NAMED = 3

/** Says in which columns the failed rows of a run have their faults, with counts. */
export function useFailedColumns(id: number, { failedColumns }: RunDetail): string {
  const t = useWords(leftText)
  const mapping = useRead(dataSources.getMapping, { params: { id } }, { enabled: failedColumns.length > 0 })
  const names = new Map(mapping.data?.sourceSchema.map((column) => [column.id, column.name]))
  if (!mapping.data) return ''
  const named = failedColumns.slice(0, NAMED)
  const rest = failedColumns.slice(NAMED).reduce((sum, { rows }) => sum + rows, 0)
  return [
    ...named.map((one) =>
      t.reason({ column: one.id === null ? t.wholeRow : (names.get(one.id) ?? '–'), count: one.rows }),
    ),
    rest > 0 && t.reason({ column: t.others, count: rest }),
  ]
    .filter(Boolean)
    .join(' · ')
}
