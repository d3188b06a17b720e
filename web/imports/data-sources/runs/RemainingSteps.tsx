import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { IconAlertCircle, IconArrowBackUp, IconUserQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { JobProgress } from '../../../background/jobs/JobProgress.tsx'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { answers } from '../records/answer-text.ts'
import { remainingText } from '../remaining-text.ts'
import { failedOf } from '../run-counts.ts'
import type { RunDetail } from '../use-source.ts'
import { CorrectionButton } from './CorrectionButton.tsx'
import { usePendingText } from './PendingNote.tsx'
import styles from './RemainingSteps.module.css'
import { UndoButton } from './UndoButton.tsx'

/** Columns named; the rest are one number. */
const NAMED = 3

interface LeftToDoProps {
  id: number
  run: RunDetail
  /** Shows the rows that wait; left out where they are shown. */
  onDecide?: (() => void) | undefined
  /** Shows the rows to correct; left out where they are shown. */
  onCorrect?: (() => void) | undefined
}

/** What an import leaves to do, in one place: decide, correct, undo. After an undo it says so. */
export function RemainingSteps({ id, run, onDecide, onCorrect }: LeftToDoProps) {
  const t = useWords(remainingText)
  const a = useWords(answers)
  const format = useFormat()
  const held = usePendingText(run)
  const columns = useFailedColumns(id, run)
  const mayUndo = useMayCall(importUndo.undo)
  if (run.undoneAt !== null) {
    const date = format.dateTime(run.undoneAt)
    const text = run.undoneBy ? t.undoneBy({ name: run.undoneBy, date }) : date
    return (
      <section className={styles.left} aria-label={t.undone}>
        <Line icon={<IconArrowBackUp size={18} stroke={1.6} />} title={t.undone} text={text} />
      </section>
    )
  }
  if (run.undoJobId !== null)
    return (
      <section className={styles.left} aria-label={t.left}>
        <JobProgress jobId={run.undoJobId} />
      </section>
    )
  const failed = failedOf(run.stats)
  const undo = mayUndo && run.undoableUntil !== null
  if (!held && failed === 0 && !undo) return null
  return (
    <section className={styles.left} aria-label={t.left}>
      <header>
        <h3>{t.left}</h3>
        <span>{run.stats.failed > 0 ? t.notIn({ count: run.stats.failed }) : t.allIn}</span>
      </header>
      {held && (
        <Line
          icon={<IconUserQuestion size={18} stroke={1.6} />}
          tone="warning"
          title={held.kind === 'info' ? held.title : t.decide({ count: run.stats.held })}
          text={held.kind === 'info' ? held.text : t.decideText}
        >
          {onDecide && <Button onClick={onDecide}>{a.seeWaiting}</Button>}
        </Line>
      )}
      {failed > 0 && (
        <Line
          icon={<IconAlertCircle size={18} stroke={1.6} />}
          tone="danger"
          title={t.correct({ count: failed })}
          text={columns}
        >
          <CorrectionButton id={id} run={run} rows="failed">
            {t.file({ count: failed })}
          </CorrectionButton>
          {onCorrect && <Button onClick={onCorrect}>{t.here}</Button>}
        </Line>
      )}
      {undo && (
        <Line
          icon={<IconArrowBackUp size={18} stroke={1.6} />}
          title={t.undo}
          // Not broken where the line ends.
          text={t.undoText({ date: format.date(run.undoableUntil!).replaceAll(' ', '\u00a0') })}
        >
          <UndoButton id={id} run={run} c="var(--ruam-danger)" aria-label={t.undo}>
            {t.undoShort}
          </UndoButton>
        </Line>
      )}
    </section>
  )
}

interface LineProps {
  icon: ReactNode
  tone?: 'warning' | 'danger'
  title: string
  text: string
  children?: ReactNode
}

function Line({ icon, tone, title, text, children }: LineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.icon} data-tone={tone} aria-hidden>
        {icon}
      </span>
      <p>
        <strong>{title}</strong>
        {text && <span>{text}</span>}
      </p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** Says in which columns the failed rows of a run have their faults, with counts. */
function useFailedColumns(id: number, { failedColumns }: RunDetail): string {
  const t = useWords(remainingText)
  const mapping = useRead(dataSources.getMapping, { params: { id } }, { enabled: failedColumns.length > 0 })
  const names = new Map(mapping.data?.sourceSchema.map((column) => [column.id, column.name]))
  if (!mapping.data) return ''
  const named = failedColumns.slice(0, NAMED)
  const rest = failedColumns.slice(NAMED).reduce((sum, { rows }) => sum + rows, 0)
  return [
    ...named.map((one) =>
      t.reason({ column: one.id === null ? t.wholeRow : (names.get(one.id) ?? EMPTY), count: one.rows }),
    ),
    rest > 0 && t.reason({ column: t.others, count: rest }),
  ]
    .filter(Boolean)
    .join(' · ')
}
