import { segments } from '@ruam/contract/customers/segments.ts'
import { IconHistory } from '@tabler/icons-react'
import { type Got, useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { TableColumn } from '../../../ui/data-table.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { useView } from '../../../ui/view.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'

type Evaluation = Got<typeof segments.evaluations>['data'][number]

/** The calculations of a segment: when, whom they moved, and how long they took. */
export function Evaluations({ id }: { id: number }) {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const view = useView({ sorts: ['startedAt'], sort: 'startedAt' })
  const { offset, limit } = view.query
  const read = useRead(segments.evaluations, { params: { id }, query: { offset, limit } }, { staleTime: 0 })
  const took = ({ milliseconds }: Evaluation) =>
    t.took({ seconds: (milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 1 }) })
  const how = ({ failed, everybody }: Evaluation) => (failed ? t.evaluationFailed : everybody ? t.everybody : t.touched)
  const columns: TableColumn<Evaluation, 'startedAt'>[] = [
    { id: 'startedAt', title: t.when, width: 190, cell: (one) => format.dateTime(one.startedAt) },
    { id: 'joined', title: t.joined, align: 'right', width: 110, cell: (one) => formatNumber(one.joined) },
    { id: 'gone', title: t.left, align: 'right', width: 110, cell: (one) => formatNumber(one.gone) },
    { id: 'people', title: t.after, align: 'right', width: 120, cell: (one) => formatNumber(one.people) },
    { id: 'took', title: t.duration, align: 'right', quiet: true, width: 110, cell: took },
    { id: 'how', title: t.over, quiet: true, cell: how },
  ]
  return (
    <DataTable
      label={t.evaluations}
      columns={columns}
      read={read}
      rowKey={(one) => one.id}
      view={view}
      card={
        phone
          ? (one) => (
              <div className={styles.card}>
                <div>
                  <strong>{format.dateTime(one.startedAt)}</strong>
                  <span>
                    {t.moved({ joined: one.joined, left: one.gone, people: one.people })} · {took(one)} · {how(one)}
                  </span>
                </div>
              </div>
            )
          : undefined
      }
      empty={{ icon: IconHistory, title: t.noEvaluationsTitle, text: t.noEvaluationsText }}
    />
  )
}
