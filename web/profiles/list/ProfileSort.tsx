import { NativeSelect } from '@mantine/core'
import { profiles } from '@ruam/contract/profiles.ts'
import { useMayCall } from '../../core/may.ts'
import { table } from '../../core/table-words.ts'
import { useWords } from '../../core/text.ts'
import { text } from '../text.ts'
import { shownColumns } from './columns.ts'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import type { useColumns } from './use-columns.ts'

interface ProfileSortProps {
  view: Pick<ListView, 'sort' | 'dir' | 'show'>
  /** Each field that is shown as a column is an order of its own. */
  columns: Pick<ReturnType<typeof useColumns>, 'columns' | 'fields'>
}

const kinds = { String: 'text', Boolean: 'text', Number: 'number', Date: 'date' } as const
const always = new Set(['first_name', 'last_name'])

/** The choice of order: the columns of the list can't be sorted by themselves (spec section 2). */
export function ProfileSort({ view, columns: { columns, fields } }: ProfileSortProps) {
  const t = useWords(text)
  const l = useWords(listText)
  const d = useWords(table)
  const maySeeAll = useMayCall(profiles.unmask)
  const current = `${view.sort} ${view.dir}`
  const orders = [
    { value: 'updated_at desc', label: t.sortUpdatedDesc },
    { value: 'updated_at asc', label: t.sortUpdatedAsc },
    { value: 'created_at desc', label: t.sortCreatedDesc },
    { value: 'created_at asc', label: t.sortCreatedAsc },
    { value: 'first_name asc', label: t.sortFirstAsc },
    { value: 'first_name desc', label: t.sortFirstDesc },
    { value: 'last_name asc', label: t.sortLastAsc },
    { value: 'last_name desc', label: t.sortLastDesc },
  ]
  const shown = new Set(shownColumns(columns).map(({ columnId }) => columnId))
  const others = fields
    .filter(({ columnId, sort, sensitive }) => shown.has(columnId) && !always.has(sort) && (maySeeAll || !sensitive))
    .flatMap(({ sort, title, dataType }) => [
      { value: `${sort} asc`, label: `${title} ${d[`${kinds[dataType]}Up`]}` },
      { value: `${sort} desc`, label: `${title} ${d[`${kinds[dataType]}Down`]}` },
    ])
  // A link may ask for a column that is not shown here.
  const strange = ![...orders, ...others].some(({ value }) => value === current)
  return (
    <NativeSelect
      size="sm"
      aria-label={t.sortBy}
      data={[
        ...orders,
        ...(strange ? [{ value: current, label: l.hiddenColumn }] : []),
        ...(others.length > 0 ? [{ group: l.others, items: others }] : []),
      ]}
      value={current}
      onChange={(event) => {
        const [sort = '', dir] = event.currentTarget.value.split(' ')
        view.show({ sort, dir: dir === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
}
