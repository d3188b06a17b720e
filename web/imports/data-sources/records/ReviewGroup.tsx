import { importRun } from '@ruam/contract/imports/run.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { runs } from '../run-text.ts'
import { text } from '../text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { AnswerCards } from './AnswerCards.tsx'
import { answers } from './answer-text.ts'
import { type Conflict, type ConflictPerson, sidesOf, waitingOf } from './conflict-view.ts'
import { questions } from './question-text.ts'
import detail from './RecordDetail.module.css'
import { RecordHead } from './RecordHead.tsx'
import styles from './ReviewDetail.module.css'
import type { Answering } from './ReviewDetail.tsx'
import { type Legend, recordLineOf } from './record-view.ts'
import { useAnswer } from './use-answer.ts'
import { useConflictText } from './use-conflict-text.ts'
import { type Question, useQuestion } from './use-question.ts'

/** Rows of a question that are shown side by side with whom they point to. */
const EXAMPLES = 3

interface ReviewGroupProps {
  group: Question
  records: readonly RecordOfRun[]
  legend: Legend
  answering: Answering
  focused: boolean
  onAnswered: () => void
}

/** A question about all rows of a group: what differs and agrees in a sentence, examples, and the answers. */
export function ReviewGroup({ group, records, legend, answering: { id, run }, focused, onAnswered }: ReviewGroupProps) {
  const t = useWords(answers)
  const q = useWords(questions)
  const question = useQuestion(legend)
  const mayAnswer = useMayCall(importRun.answer)
  const answer = useAnswer(id, run)
  const waiting = waitingOf(run.heldGroups, group.group)
  const examples = records.filter(({ conflict }) => conflict && conflict.people.length > 0).slice(0, EXAMPLES)
  const title = q.asked({ title: question.title(group), count: waiting })
  return (
    <article className={detail.detail}>
      <RecordHead title={title} onBack={undefined} focused={focused} />
      <Examples records={examples} legend={legend} />
      {group.several > 0 && <p className={styles.left}>{t.severalLeft({ count: group.several })}</p>}
      {mayAnswer ? (
        <AnswerCards
          label={title}
          cards={[
            { answer: 'other', title: t.other, text: legend.mode === 'existing' ? t.otherTextNone : t.otherTextMany },
            { answer: 'same', title: t.same, text: t.sameTextMany },
          ]}
          given={null}
          busy={answer.busy}
          onAnswer={(said) => {
            answer.many({ answer: said, group: group.group }, waiting, onAnswered)
          }}
        />
      ) : (
        <p className={styles.left}>{t.mayNot}</p>
      )}
    </article>
  )
}

function Examples({ records, legend }: Pick<ReviewGroupProps, 'records' | 'legend'>) {
  const t = useWords(answers)
  const q = useWords(questions)
  const r = useWords(runs)
  const s = useWords(text)
  const label = q.examples({ count: records.length })
  return (
    <div className={detail.box}>
      <table className={styles.examples} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="ruam-heard">{s.rowNo}</span>
            </th>
            <th scope="col">{t.fromFile}</th>
            <th scope="col">{t.known}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.recordNo}>
              <th scope="row">{r.row({ no: recordLineOf(record) })}</th>
              <Sides conflict={record.conflict!} person={record.conflict!.people[0]!} legend={legend} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Row and person in two cells: what points to the person, the name, and what else both have. */
function Sides({ conflict, person, legend }: { conflict: Conflict; person: ConflictPerson; legend: Legend }) {
  const r = useWords(runs)
  const { fieldValue } = useConflictText(legend)
  const sides = sidesOf(conflict, person, legend).filter(
    ({ title, verdict }) => title === 'fullName' || verdict !== null,
  )
  const cell = (side: 'ours' | 'theirs') => (
    <td>
      <ul className={styles.values}>
        {sides.map((one) => (
          <li key={one.field.id} data-verdict={one.verdict}>
            {(one.title === 'fullName' ? String(one[side] ?? '') : fieldValue(one.field.id, one[side])) || r.blank}
          </li>
        ))}
      </ul>
    </td>
  )
  return (
    <>
      {cell('ours')}
      {cell('theirs')}
    </>
  )
}
