import { importRun } from '@ruam/contract/imports/run.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { text } from '../text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { type AnswerCard, AnswerCards } from './AnswerCards.tsx'
import { answers } from './answer-text.ts'
import { conflictAnswerOf } from './conflict-view.ts'
import detail from './RecordDetail.module.css'
import { RecordHead } from './RecordHead.tsx'
import styles from './ReviewDetail.module.css'
import type { Answering } from './ReviewDetail.tsx'
import { ReviewState } from './ReviewState.tsx'
import { type Legend, recordLineOf } from './record-view.ts'
import { useAnswer } from './use-answer.ts'
import { useConflictText } from './use-conflict-text.ts'

interface HeldBatchProps {
  records: readonly RecordOfRun[]
  legend: Legend
  answering: Answering
  onBack: (() => void) | undefined
  onAnswered: () => void
}

/** Several rows that wait, answered at once: who each names, and whom it was found as. */
export function ReviewBatch({ records, legend, answering: { id, run }, onBack, onAnswered }: HeldBatchProps) {
  const t = useWords(answers)
  const s = useWords(text)
  const conflictText = useConflictText(legend)
  const mayAnswer = useMayCall(importRun.answer)
  const answer = useAnswer(id, run)
  const several = records.filter(({ conflict }) => (conflict?.people.length ?? 0) > 1).length
  const anyGiven = records.some((record) => conflictAnswerOf(record, run) !== null)
  const cards: AnswerCard[] = [
    { answer: 'other', title: t.other, text: legend.mode === 'existing' ? t.otherTextNone : t.otherTextMany },
    { answer: 'same', title: t.same, text: t.sameTextMany },
    anyGiven
      ? { answer: 'none', back: true, title: t.takeBack, text: t.takeBackText }
      : { answer: 'none', title: t.skipMany, text: t.skipText },
  ]
  const say = (said: AnswerCard['answer']) => {
    if (said !== 'none' || anyGiven)
      answer.many({ answer: said, recordNos: records.map(({ recordNo }) => recordNo) }, records.length)
    onAnswered()
  }
  return (
    <article className={detail.detail}>
      <RecordHead title={t.questionSelected} onBack={onBack}>
        <span>{t.selected({ count: records.length })}</span>
      </RecordHead>
      <div className={detail.box}>
        <table className={styles.batch} aria-label={t.questionSelected}>
          <thead>
            <tr>
              <th scope="col">{s.rowNo}</th>
              <th scope="col">{t.named}</th>
              <th scope="col">{t.known}</th>
              <th scope="col">{s.status}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.recordNo}>
                <th scope="row">{recordLineOf(record)}</th>
                <td>{conflictText.ofRow(record)}</td>
                <td>{record.conflict?.people.map(conflictText.name).join(', ')}</td>
                <td>
                  <ReviewState answer={conflictAnswerOf(record, run)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {several > 0 && <p className={styles.left}>{t.severalLeft({ count: several })}</p>}
      {mayAnswer ? (
        <AnswerCards label={t.questionSelected} cards={cards} given={null} busy={answer.busy} onAnswer={say} />
      ) : (
        <p className={styles.left}>{t.mayNot}</p>
      )}
    </article>
  )
}
