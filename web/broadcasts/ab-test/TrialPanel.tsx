import { Button } from '@mantine/core'
import type { textChoices } from '@ruam/contract/broadcasts/ab-test.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import { abText } from '../ab-text.ts'
import type { Broadcast } from '../broadcast.ts'
import styles from './AbTest.module.css'
import { TrialFigures } from './TrialFigures.tsx'

type Choice = (typeof textChoices)[number]

/** The trial of two texts: when and how the text of the others is chosen, what was chosen and why, and the choice by hand. */
export default function TrialPanel({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(abText)
  const mayChoose = useMayCall(broadcasts.winner)
  const { trial, status } = broadcast
  const sentence = useSentence(broadcast)
  if (!trial) return null
  const isOpen = status === 'pending' && trial.choice === null && trial.endedAt !== null
  return (
    <section className={styles.panel} aria-labelledby="broadcast-trial">
      <h2 id="broadcast-trial">{t.part}</h2>
      {sentence && <p aria-live="polite">{sentence}</p>}
      {trial.figures && <TrialFigures figures={trial.figures} />}
      {isOpen && mayChoose && <Choices broadcast={broadcast} />}
    </section>
  )
}

function useSentence({ trial, status, reason, counts }: Broadcast): string | undefined {
  const t = useWords(abText)
  const format = useFormat()
  if (!trial) return undefined
  const { choice, chosenBy, chosenAt, decidesAt, endedAt } = trial
  const time = format.dateTime(chosenAt)
  if (choice !== null && chosenBy !== null) return t.chosenBy({ name: chosenBy, choice: nameOf(t, choice), time })
  if (choice === 'half') return t.chosenHalf({ time })
  if (choice !== null) return t.chosenByClicks({ arm: choice.toUpperCase(), time })
  if (status !== 'pending') return undefined
  if (endedAt === null) return t.running
  const count = counts.queued
  return decidesAt === null || reason === 'choice'
    ? t.chooseFor({ count })
    : t.decidesAt({ time: format.dateTime(decidesAt), count })
}

const nameOf = (t: Record<'choiceA' | 'choiceB' | 'choiceHalf', string>, choice: Choice) =>
  choice === 'a' ? t.choiceA : choice === 'b' ? t.choiceB : t.choiceHalf

function Choices({ broadcast: { id, reason, counts } }: { broadcast: Broadcast }) {
  const t = useWords(abText)
  const confirm = useConfirm()
  const winner = useWrite(broadcasts.winner)
  async function choose(choice: Choice) {
    const question = { title: t.sendTitle({ choice: nameOf(t, choice) }), text: t.sendText({ count: counts.queued }) }
    if (await confirm({ ...question, yes: labelOf(choice), no: t.keep }))
      winner.mutate({ params: { id }, body: { choice } })
  }
  const labelOf = (choice: Choice) => (choice === 'half' ? t.half : t.sendArm({ arm: choice.toUpperCase() }))
  return (
    <div className={styles.choices}>
      {(['a', 'b', 'half'] as const).map((choice) => (
        <Button
          key={choice}
          {...(reason === 'choice' && choice !== 'half' && { variant: 'light' })}
          loading={winner.isPending && winner.variables?.body.choice === choice}
          disabled={winner.isPending}
          onClick={() => void choose(choice)}
        >
          {labelOf(choice)}
        </Button>
      ))}
    </div>
  )
}
