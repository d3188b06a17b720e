import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PagingBar } from '../../../ui/PagingBar.tsx'
import { SplitView } from '../../../ui/SplitView.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import type { View } from '../../../ui/view.ts'
import { type RowFilter, requestedFilter, statusOf } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { RecordState } from '../StatusBadge.tsx'
import { text } from '../text.ts'
import { type RecordOfRun, type RunDetail, requestedAs } from '../use-source.ts'
import { hasCommonAnswer, PendingRows } from './PendingRows.tsx'
import { RecordDetail } from './RecordDetail.tsx'
import styles from './RecordList.module.css'
import { ReviewQuestions } from './ReviewQuestions.tsx'
import { type Legend, legendOf, recordLineOf } from './record-view.ts'
import { useAbout } from './use-record-text.ts'
import { useRecordTitle } from './use-record-title.ts'

/** Which rows of a run are shown, and which of them is open. */
export type RecordView = Pick<
  View<string, { status: readonly RowFilter[]; row: 'text' }>,
  'page' | 'limit' | 'filters' | 'show' | 'query'
>

interface RecordBrowserProps {
  id: number
  run: RunDetail
  view: RecordView
}

/** The rows of a run on the left, the chosen one on the right; on a phone one after the other. */
export function RecordBrowser({ id, run, view }: RecordBrowserProps) {
  const t = useWords(runs)
  const s = useWords(text)
  const phone = usePhone()
  const { status, row } = view.filters
  const mapping = useRead(dataSources.getMapping, { params: { id } })
  const { offset, limit } = view.query
  const [asked, setAsked] = useState<string>()
  const [answeredBefore, setAnsweredBefore] = useState(false)
  const question = status === 'held' ? run.heldGroups.find((one) => one.group === asked) : undefined
  const group = question?.group
  const read = useRead(importRun.records, {
    params: { id, runId: run.runId },
    query: { offset, limit, status: requestedFilter(status), ...(group && { group }), ...requestedAs(run.kind) },
  })
  const legend = useMemo(() => mapping.data && legendOf(mapping.data), [mapping.data])
  const error = read.error ?? mapping.error
  if (error) {
    const refetch = () => [read.refetch(), mapping.refetch()]
    return <SourceUnread read={{ error, refetch, isFetching: read.isFetching || mapping.isFetching }} />
  }
  if (!read.data || !legend) return <Bones />
  const records = read.data.data
  if (records.length === 0) return <EmptyState icon={IconListSearch} title={s.noRecords} text={s.noRecordsText} />
  const first = phone || (question && hasCommonAnswer(question)) ? undefined : records[0]
  const chosen = records.find(({ recordNo }) => String(recordNo) === row) ?? first
  const choose = (recordNo: number | undefined) =>
    view.show({ page: view.page, filters: { status, row: recordNo === undefined ? undefined : String(recordNo) } })
  const paging = (
    <PagingBar
      compact
      total={read.data.total}
      view={view}
      onShow={(change) => view.show({ filters: { status }, ...change })}
    />
  )
  const answering = { id, run }
  if (status === 'held') {
    const ask = (next: string | undefined, byAnswer = false) => {
      setAsked(next)
      setAnsweredBefore(byAnswer)
      view.show({ filters: { status } })
    }
    const questions = <ReviewQuestions run={run} legend={legend} chosen={group} onChoose={(next) => ask(next)} />
    const next = run.heldGroups.find((one) => one.group !== group && one.rows > one.answered)
    const shown = { records, legend, answering, read, chosen, paging, question, questions }
    return (
      <PendingRows
        key={`${run.runId} ${group}`}
        {...shown}
        onChoose={choose}
        focused={answeredBefore}
        onQuestionAnswered={() => next && ask(next.group, true)}
        phone={phone}
      />
    )
  }
  return (
    <SplitView
      read={read}
      list={
        <>
          <RecordList records={records} legend={legend} chosen={chosen?.recordNo} onChoose={choose} />
          {paging}
        </>
      }
      none={t.chooseRow}
      detail={
        chosen && (
          <RecordDetail
            key={chosen.recordNo}
            record={chosen}
            legend={legend}
            answering={answering}
            onBack={phone ? () => choose(undefined) : undefined}
          />
        )
      }
    />
  )
}

interface RecordListProps {
  records: readonly RecordOfRun[]
  legend: Legend
  chosen: number | undefined
  onChoose: (recordNo: number) => void
}

/** The rows of a run: who each is about and what it does. */
function RecordList({ records, legend, chosen, onChoose }: RecordListProps) {
  const t = useWords(runs)
  const about = useAbout(legend)
  const titleOf = useRecordTitle(legend)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className={styles.rows} aria-label={t.rows} tabIndex={0}>
      {records.map((record) => (
        <li key={record.recordNo}>
          <button type="button" aria-current={record.recordNo === chosen} onClick={() => onChoose(record.recordNo)}>
            <span className={styles.no}>{recordLineOf(record)}</span>
            <span className={styles.who}>
              <strong className="ruam-two-lines" title={titleOf(record)}>
                {titleOf(record)}
              </strong>
              <span data-status={record.status}>{about(record)}</span>
            </span>
            <RecordState status={statusOf(record)} />
          </button>
        </li>
      ))}
    </ul>
  )
}
