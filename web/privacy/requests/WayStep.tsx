import { Radio } from '@mantine/core'
import { answerWays } from '@ruam/contract/privacy/requests.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { Step } from './Step.tsx'
import { type Answering, isUndecided, type Way } from './use-answer.ts'

interface WayStepProps {
  request: PrivacyRequest
  answering: Answering
  mayAct: boolean
}

const wayWords = { line: 'wayLine', mail: 'wayMail', counter: 'wayCounter' } as const

/** Way of the answer: chosen by staff, or as it was given. */
export function WayStep({ request, answering, mayAct }: WayStepProps) {
  const t = useWords(requestPageText)
  const format = useFormat()
  const { answer, step, outcome } = request
  if (answer) {
    const by = { way: t[wayWords[answer.way]], time: format.dateTime(answer.at), name: answer.by?.name || t.someone }
    const note = [t.answeredBy(by), answer.delivered && t.delivered].filter(Boolean).join(' · ')
    return <Step place={5} state="done" title={t.answer} note={note} />
  }
  if (outcome) return <Step place={5} state="done" title={t.answer} note={t.personGone} />
  const open = step === 'answer' || isUndecided(request)
  if (!open) return <Step place={5} state="next" title={t.answer} note={t.answerHint} />
  return (
    <Step place={5} state={step === 'answer' ? 'now' : 'next'} title={t.answer} note={t.answerHint}>
      <Radio.Group
        aria-label={t.way}
        value={answering.way}
        onChange={(chosen) => answering.set({ way: chosen as Way })}
      >
        <div className={styles.choices}>
          {answerWays.map((way) => (
            <Radio
              key={way}
              size="sm"
              value={way}
              label={t[wayWords[way]]}
              description={answering.closedWays[way]}
              disabled={!mayAct || answering.closedWays[way] !== undefined}
            />
          ))}
        </div>
      </Radio.Group>
    </Step>
  )
}
