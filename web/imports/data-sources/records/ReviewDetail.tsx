import { Button, Checkbox } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconArrowDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { runs } from '../run-text.ts'
import type { RecordOfRun, RunDetail } from '../use-source.ts'
import { type AnswerCard, AnswerCards } from './AnswerCards.tsx'
import { answers } from './answer-text.ts'
import { answerableOf, type Conflict, conflictAnswerOf, isSharedContact, updatesOf } from './conflict-view.ts'
import { MatchCandidate } from './MatchCandidate.tsx'
import { RecordHead } from './RecordHead.tsx'
import styles from './ReviewDetail.module.css'
import { type Legend, recordLineOf } from './record-view.ts'
import { useAnswer } from './use-answer.ts'
import { useConflictText } from './use-conflict-text.ts'
import { WhichPerson } from './WhichPerson.tsx'

/** The run whose rows are answered for. */
export interface Answering {
  id: number
  run: RunDetail
}

interface HeldDetailProps {
  record: RecordOfRun
  conflict: Conflict
  legend: Legend
  onBack: (() => void) | undefined
  /** Left out where rows are only looked at. */
  answering: Answering | undefined
  /** To the next row that waits. */
  onNext?: (() => void) | undefined
  focused?: boolean
}

/** A row that may be about a different person: both people side by side, why it waits, and the answers. */
export function ReviewDetail({ record, conflict, legend, onBack, answering, onNext, focused }: HeldDetailProps) {
  const t = useWords(answers)
  const r = useWords(runs)
  const conflictText = useConflictText(legend)
  const [place, setPlace] = useState(0)
  const person = conflict.people[place] ?? conflict.people[0]
  return (
    <>
      <RecordHead
        title={person ? t.titleHeld({ field: conflictText.field(person) }).trim() : r.conflict}
        onBack={onBack}
        focused={focused ?? false}
      >
        <span>{r.row({ no: recordLineOf(record) })}</span>
      </RecordHead>
      <p className={styles.why}>{person ? conflictText.why(conflict, person) : record.error}</p>
      {person && (
        <>
          <WhichPerson people={conflict.people} chosen={place} legend={legend} onChoose={setPlace} />
          <MatchCandidate line={recordLineOf(record)} conflict={conflict} person={person} legend={legend} />
          {answering && (
            <Answer
              record={record}
              conflict={conflict}
              person={person}
              legend={legend}
              answering={answering}
              onNext={onNext}
            />
          )}
        </>
      )}
    </>
  )
}

interface AnswerProps extends Pick<HeldDetailProps, 'record' | 'conflict' | 'legend' | 'onNext'> {
  person: Conflict['people'][number]
  answering: Answering
}

function Answer({ record, conflict, person, legend, answering: { id, run }, onNext }: AnswerProps) {
  const t = useWords(answers)
  const conflictText = useConflictText(legend)
  const mayAnswer = useMayCall(importRun.answer)
  const answer = useAnswer(id, run)
  const [forRest, setForRest] = useState(false)
  const given = conflictAnswerOf(record, run)
  const { group } = conflict
  const rest = group === null ? 0 : Math.max(answerableOf(run.heldGroups, group) - (given === null ? 1 : 0), 0)
  const updates = updatesOf(conflict, person, legend)
  if (!mayAnswer) return <p className={styles.why}>{t.mayNot}</p>

  const name = conflictText.firstName(person)
  const shared = isSharedContact(legend.fields.get(person.fieldId))
  const cards: AnswerCard[] = [
    {
      answer: 'other',
      title: t.other,
      text:
        legend.mode === 'existing'
          ? t.otherTextNone
          : shared
            ? t.otherText({ field: conflictText.field(person) })
            : t.otherTextOwn,
    },
    {
      answer: 'same',
      title: t.same,
      text: updates === 0 ? t.sameTextNone({ name }) : t.sameText({ count: updates, name }),
    },
  ]
  if (given) cards.push({ answer: 'none', back: true, title: t.takeBack, text: t.takeBackText })
  else if (onNext) cards.push({ answer: 'none', title: t.skip, text: t.skipText })

  const say = (said: AnswerCard['answer']) => {
    if (said === 'none' && !given) return onNext?.()
    const which = person.profileId === null ? { recordNo: person.recordNo ?? 0 } : { profileId: person.profileId }
    const body = { answer: said, ...(said === 'same' && { person: which }) }
    if (said !== 'none' && forRest && group !== null && rest > 0) {
      setForRest(false)
      void answer.withRest(record.recordNo, body, { group, count: rest })
    } else answer.one({ ...body, recordNos: [record.recordNo] })
  }
  return (
    <div className={styles.answer}>
      <AnswerCards label={t.question} cards={cards} given={given} busy={answer.busy} onAnswer={say} />
      <div className={styles.more}>
        {rest > 0 && (
          <Checkbox
            label={t.forRest({ count: rest })}
            checked={forRest}
            onChange={(event) => setForRest(event.currentTarget.checked)}
          />
        )}
        {given && onNext && (
          <Button onClick={onNext} leftSection={<IconArrowDown size={16} stroke={1.6} />}>
            {t.nextWaiting}
          </Button>
        )}
      </div>
    </div>
  )
}
