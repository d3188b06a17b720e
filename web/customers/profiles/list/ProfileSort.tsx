import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { orderWords } from '../../../ui/order-words.ts'
import { option, PlainSelect } from '../../../ui/PlainSelect.tsx'
import { text } from '../text.ts'
import { visibleColumns } from './columns.ts'
import type { ListView } from './list-view.ts'
import { sortKind } from './sort-kind.ts'
import { sortText } from './sort-text.ts'
import type { useColumns } from './use-columns.ts'

interface ProfileSortProps {
  view: Pick<ListView, 'sort' | 'dir' | 'show'>
  /** Each field that is shown as a column is an order of its own. */
  columns: Pick<ReturnType<typeof useColumns>, 'columns' | 'fields'>
}

const always = new Set(['first_name', 'last_name'])

/** The choice of order on a phone, which has no column heads. */
export function ProfileSort({ view, columns: { columns, fields } }: ProfileSortProps) {
  const t = useWords(text)
  const l = useWords(sortText)
  const d = useWords(orderWords)
  const order = { ...d, ...l }
  const maySeeAll = useMayCall(profiles.unmask)
  const current = `${view.sort} ${view.dir}`
  const orders = [
    { value: 'updated_at desc', label: l.sortUpdatedDesc },
    { value: 'updated_at asc', label: l.sortUpdatedAsc },
    { value: 'created_at desc', label: l.sortCreatedDesc },
    { value: 'created_at asc', label: l.sortCreatedAsc },
    { value: 'first_name asc', label: l.sortFirstAsc },
    { value: 'first_name desc', label: l.sortFirstDesc },
    { value: 'last_name asc', label: l.sortLastAsc },
    { value: 'last_name desc', label: l.sortLastDesc },
  ]
  const shown = new Set(visibleColumns(columns).map(({ columnId }) => columnId))
  const others = fields
    .filter(({ columnId, sort, sensitive }) => shown.has(columnId) && !always.has(sort) && (maySeeAll || !sensitive))
    .flatMap((field) => [
      { value: `${field.sort} asc`, label: d.ordered({ title: field.title, order: order[`${sortKind(field)}Up`] }) },
      { value: `${field.sort} desc`, label: d.ordered({ title: field.title, order: order[`${sortKind(field)}Down`] }) },
    ])
  // A link may ask for a column that is not shown here.
  const strange = ![...orders, ...others].some(({ value }) => value === current)
  return (
    <PlainSelect
      aria-label={t.sortBy}
      value={current}
      onChange={(event) => {
        const [sort = '', dir] = event.currentTarget.value.split(' ')
        view.show({ sort, dir: dir === 'asc' ? 'asc' : 'desc' })
      }}
    >
      {orders.map(option)}
      {strange && option({ value: current, label: l.hiddenColumn })}
      {others.length > 0 && <optgroup label={l.others}>{others.map(option)}</optgroup>}
    </PlainSelect>
  )
}
