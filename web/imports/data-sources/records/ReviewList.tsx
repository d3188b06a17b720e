import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { TickBox } from '../../../ui/TickBox.tsx'
import { runs } from '../run-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { answers } from './answer-text.ts'
import { answerableOf, conflictAnswerOf } from './conflict-view.ts'
import rows from './RecordList.module.css'
import type { Answering } from './ReviewDetail.tsx'
import styles from './ReviewList.module.css'
import { ReviewState } from './ReviewState.tsx'
import { type Legend, recordLineOf } from './record-view.ts'
import { useAnswer } from './use-answer.ts'
import { useConflictText } from './use-conflict-text.ts'

interface HeldListProps {
  records: readonly RecordOfRun[]
  legend: Legend
  answering: Answering
  /** The row that is shown. */
  chosen: number | undefined
  onChoose: (recordNo: number) => void
  picked: ReadonlyMap<number, RecordOfRun>
  onPick: (records: readonly RecordOfRun[], on: boolean) => void
  /** Shows the rows that are picked, to be answered at once. */
  onOpenPicked: () => void
  /** The group that is shown; undefined if all are. */
  group: string | undefined
}

/** The rows that wait: whom each names, with whom it shares a value, and what was said. Several can be picked. */
export function ReviewList(props: HeldListProps) {
  const { records, legend, answering, chosen, onChoose, picked, onPick } = props
  const t = useWords(answers)
  const r = useWords(runs)
  const conflictText = useConflictText(legend)
  const mayAnswer = useMayCall(importRun.answer)
  return (
    <>
      {mayAnswer && <Head {...props} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className={`${rows.rows} ${styles.held}`} data-ticks={mayAnswer} aria-label={r.rows} tabIndex={0}>
        {records.map((record) => (
          <li key={record.recordNo}>
            {mayAnswer && (
              <span className={styles.tick}>
                <TickBox
                  label={t.selectRow({ no: recordLineOf(record) })}
                  checked={picked.has(record.recordNo)}
                  disabled={!record.conflict}
                  onToggle={() => onPick([record], !picked.has(record.recordNo))}
                />
              </span>
            )}
            <button type="button" aria-current={record.recordNo === chosen} onClick={() => onChoose(record.recordNo)}>
              <span className={rows.no}>{recordLineOf(record)}</span>
              <span className={rows.who}>
                <strong className="ruam-two-lines" title={conflictText.ofRow(record)}>
                  {conflictText.ofRow(record)}
                </strong>
                <span>{record.conflict && conflictText.sameAs(record.conflict)}</span>
              </span>
              <ReviewState answer={conflictAnswerOf(record, answering.run)} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Head({ records, answering: { id, run }, picked, onPick, onOpenPicked, group }: HeldListProps) {
  const t = useWords(answers)
  const answer = useAnswer(id, run)
  const open = records.filter(({ conflict }) => conflict)
  const here = open.filter(({ recordNo }) => picked.has(recordNo)).length
  const waiting = answerableOf(run.heldGroups)
  return (
    <div className={styles.head}>
      <TickBox
        label={t.selectPage}
        checked={here > 0 && here === open.length}
        mixed={here > 0 && here < open.length}
        disabled={open.length === 0}
        onToggle={() => onPick(open, here < open.length)}
      />
      <span aria-live="polite">{picked.size > 0 ? t.selected({ count: picked.size }) : t.select}</span>
      {picked.size > 1 ? (
        <Button size="sm" onClick={onOpenPicked}>
          {t.answerSelected({ count: picked.size })}
        </Button>
      ) : (
        waiting > 0 &&
        group === undefined && (
          <Button size="sm" loading={answer.busy} onClick={() => answer.many({ answer: 'other' }, waiting)}>
            {t.allOther({ count: waiting })}
          </Button>
        )
      )}
    </div>
  )
}
