import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../../data/api.ts'
import { formatPhone, formatPrice } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { DataTableProps, TableColumn } from '../../../ui/data-table.ts'
import { useMayCall } from '../../../ui/may.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import type { ReasonQuery } from './WhyPanel.tsx'

/** A customer of a segment's list. */
interface Customer {
  id: number
  name: string
  /** Name within a sentence. */
  called: string
  phone: string
}

interface CustomerTableProps<Sort extends string>
  extends Pick<DataTableProps<Customer, Sort>, 'label' | 'read' | 'view' | 'empty' | 'summary'> {
  /** Orders by column, if the list has them. */
  sorts?: Record<'name' | 'bought' | 'spent', Sort>
  /** The last column: when each joined or left. */
  last: { title: string; cell: (one: Customer) => ReactNode }
  /** Whose reason is shown. */
  asked: number | undefined
  /** Undefined for a label without a rule: rows lead to the profile. */
  onAsk: ((asked: ReasonQuery) => void) | undefined
}

/** Customers of a segment with what they bought; a row opens the reason. */
export function CustomerTable<Sort extends string>(props: CustomerTableProps<Sort>) {
  const { sorts, last, asked, onAsk, ...rest } = props
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const bought = usePurchases(props.read.data?.data.map(({ id }) => id) ?? [])
  const boughtAt = ({ id }: Customer) => format.date(bought.of(id)?.boughtAt)
  const spent = ({ id }: Customer) => formatPrice(bought.of(id)?.spent)
  const sortOf = (column: 'name' | 'bought' | 'spent') => (sorts && !phone ? { sort: sorts[column] } : {})
  const columns: TableColumn<Customer, Sort>[] = [
    { id: 'name', title: t.name, ...sortOf('name'), cut: 130, cell: (one) => one.name },
    { id: 'phone', title: t.phone, width: 128, cell: (one) => formatPhone(one.phone) },
    ...(bought.none
      ? []
      : [
          { id: 'bought', title: t.lastBought, ...sortOf('bought'), quiet: true, width: 128, cell: boughtAt },
          { id: 'spent', title: t.spent, ...sortOf('spent'), align: 'right' as const, width: 148, cell: spent },
        ]),
    { id: 'last', title: last.title, quiet: true, width: 160, cell: last.cell },
  ]
  const open = onAsk && ((one: Customer) => onAsk({ id: one.id, name: one.called }))
  return (
    <DataTable
      {...rest}
      columns={columns as readonly TableColumn<Customer, NoInfer<Sort>>[]}
      rowKey={(one) => one.id}
      link={phone && open ? undefined : (one) => ({ to: 'profile-detail', params: { profileId: one.id } })}
      {...(open && {
        opening: { open, key: asked, label: (one: Customer) => t.seeReasonOf({ name: one.called }) },
        openCard: (one: Customer) => () => open(one),
      })}
      card={
        phone
          ? (one) => (
              <div className={styles.card}>
                <div>
                  <strong className="ruam-two-lines">{one.name}</strong>
                  <span>{formatPhone(one.phone)}</span>
                </div>
                <div>
                  {bought.of(one.id) && <b>{spent(one)}</b>}
                  {bought.of(one.id) ? (
                    <span>{t.boughtWhen({ when: boughtAt(one) })}</span>
                  ) : (
                    <span>{last.cell(one)}</span>
                  )}
                </div>
              </div>
            )
          : undefined
      }
    />
  )
}

/** Last purchase and spend of the profiles on a page. `none`: the store has no amounts. */
function usePurchases(ids: readonly number[]) {
  const may = useMayCall(profileActivities.purchases)
  const profiles = ids.join(',')
  const { data } = useRead(profileActivities.purchases, { query: { profiles } }, { enabled: may && profiles !== '' })
  const known = new Map(data?.data?.map((one) => [one.profileId, one]))
  return { none: !may || data?.data === null, of: (id: number) => known.get(id) }
}
