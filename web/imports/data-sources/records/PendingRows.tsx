import { type ReactNode, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { SplitView } from '../../../ui/SplitView.tsx'
import { runs } from '../run-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { conflictAnswerOf } from './conflict-view.ts'
import { RecordDetail } from './RecordDetail.tsx'
import { ReviewBatch } from './ReviewBatch.tsx'
import type { Answering } from './ReviewDetail.tsx'
import { ReviewGroup } from './ReviewGroup.tsx'
import { ReviewList } from './ReviewList.tsx'
import type { Legend } from './record-view.ts'
import type { Question } from './use-question.ts'

interface HeldRowsProps {
  records: readonly RecordOfRun[]
  legend: Legend
  answering: Answering
  read: { isFetching: boolean; isPlaceholderData: boolean }
  chosen: RecordOfRun | undefined
  onChoose: (recordNo: number | undefined) => void
  phone: boolean
  /** Below the list. */
  paging: ReactNode
  /** The chosen question. */
  question: Question | undefined
  /** Above the list: the choice of a question. */
  questions: ReactNode
  /** Takes the focus: the answered question has gone. */
  focused: boolean
  /** To the next question that has rows waiting. */
  onQuestionAnswered: () => void
}

/** Rows that wait for an answer: one next to the list, or all selected ones. */
export function PendingRows({
  records,
  legend,
  answering,
  read,
  chosen,
  onChoose,
  phone,
  paging,
  question,
  questions,
  focused,
  onQuestionAnswered,
}: HeldRowsProps) {
  const t = useWords(runs)
  const [picked, setPicked] = useState<ReadonlyMap<number, RecordOfRun>>(new Map())
  const [together, setTogether] = useState(false)
  const [moved, setMoved] = useState(false)
  const pick = (some: readonly RecordOfRun[], on: boolean) => {
    const next = new Map(picked)
    for (const record of some) {
      if (on) next.set(record.recordNo, record)
      else next.delete(record.recordNo)
    }
    setPicked(next)
    setTogether(next.size > 1 && !phone)
  }
  const choose = (recordNo: number | undefined, byKey = false) => {
    setTogether(false)
    setMoved(byKey)
    onChoose(recordNo)
  }
  // Selected rows may be answered since.
  const shown = new Map(records.map((record) => [record.recordNo, record]))
  const chosenRows = [...picked.values()].map((record) => shown.get(record.recordNo) ?? record)
  const next = nextWaiting(records, chosen, answering)
  const back = (leave: () => void) => (phone ? leave : undefined)
  const asked = question && hasCommonAnswer(question) && (
    <ReviewGroup
      group={question}
      records={read.isPlaceholderData ? [] : records}
      focused={focused}
      legend={legend}
      answering={answering}
      onAnswered={onQuestionAnswered}
    />
  )
  return (
    <SplitView
      read={read}
      list={
        <>
          {questions}
          {phone && asked}
          <ReviewList
            group={question?.group}
            records={records}
            legend={legend}
            answering={answering}
            chosen={together ? undefined : chosen?.recordNo}
            onChoose={choose}
            picked={picked}
            onPick={pick}
            onOpenPicked={() => setTogether(true)}
          />
          {paging}
        </>
      }
      none={t.chooseRow}
      detail={
        together ? (
          <ReviewBatch
            records={chosenRows}
            legend={legend}
            answering={answering}
            onBack={back(() => setTogether(false))}
            onAnswered={() => {
              setPicked(new Map())
              setTogether(false)
            }}
          />
        ) : chosen ? (
          <RecordDetail
            key={chosen.recordNo}
            record={chosen}
            legend={legend}
            onBack={back(() => choose(undefined))}
            answering={answering}
            onNext={next && (() => choose(next.recordNo, true))}
            focused={moved}
          />
        ) : (
          !phone && asked
        )
      }
    />
  )
}

/** True for a question that one answer settles, of which several rows wait. */
export const hasCommonAnswer = ({ oneByOne, rows, answered }: Question) => !oneByOne && rows - answered > 1

/** The row that waits after the one that is shown, from the top again after the last. */
function nextWaiting(records: readonly RecordOfRun[], chosen: RecordOfRun | undefined, { run }: Answering) {
  const place = chosen ? records.indexOf(chosen) : -1
  return [...records.slice(place + 1), ...records.slice(0, Math.max(place, 0))].find(
    (record) => record.conflict && conflictAnswerOf(record, run) === null,
  )
}
