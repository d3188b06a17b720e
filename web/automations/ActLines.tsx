import { IconCircleCheck, IconCircleMinus, IconClock, IconCornerDownRight } from '@tabler/icons-react'
import { text as broadcastText } from '../broadcasts/text.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import styles from './Automations.module.css'
import { actText } from './act-text.ts'
import type { NamedStep } from './automation.ts'
import { Sentence } from './Sentence.tsx'
import { useStepWords } from './use-step-words.ts'

/** Something that happened to a customer in an automation. */
interface Act {
  at: string
  kind: string
  step: NamedStep | null
  /** `done`, `skipped`, `yes` or `no`; of an end its reason. */
  outcome: string
  reason: string | null
  /** Fate of a message, if it was queued. */
  message?: { status: string; reason: string | null } | null
}

const icons = { done: IconCircleCheck, later: IconClock, not: IconCircleMinus, next: IconCornerDownRight }

/** What happened to a customer, a line each, with the time on the day of the entry and the date on others. */
export function ActLines({ acts, enteredAt }: { acts: readonly Act[]; enteredAt: string }) {
  const say = useActSentence()
  const format = useFormat()
  const day = format.date(enteredAt)
  return (
    <ol className={styles.acts}>
      {acts.map((act, index) => {
        const said = say(act)
        if (!said) return null
        const Icon = icons[said.tone]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: acts are only added at the end
          <li key={index} data-tone={said.tone}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <span>
              <time dateTime={act.at}>{format.date(act.at) === day ? format.time(act.at) : format.date(act.at)}</time>{' '}
              <Sentence sentence={said.sentence} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Says an act; undefined of what says nothing by itself: an entry, a wait, a proper end. */
function useActSentence() {
  const t = useWords(actText)
  const b = useWords(broadcastText)
  const { sentence } = useStepWords()
  const has = (words: object, key: string | null): key is string => key !== null && Object.hasOwn(words, key)
  const reasonOf = (reason: string | null): string => {
    if (has(t, reason)) return (t as unknown as Record<string, string>)[reason]!
    return has(b, reason) ? (b as unknown as Record<string, string>)[reason]! : t.other
  }

  function message({ step, outcome, reason, message: fate }: Act) {
    const name = step?.name ?? t.messageGone
    const status = fate?.status ?? (outcome === 'skipped' ? 'skipped' : 'accepted')
    if (status === 'accepted' || status === 'unknown') return { tone: 'done', sentence: t.got({ name }) } as const
    if (status === 'queued') return { tone: 'later', sentence: t.sending({ name }) } as const
    if (status === 'failed') return { tone: 'not', sentence: t.failed({ name }) } as const
    return { tone: 'not', sentence: t.unsent({ name, reason: reasonOf(fate?.reason ?? reason) }) } as const
  }

  return (act: Act): { tone: keyof typeof icons; sentence: string } | undefined => {
    const { kind, step, outcome, reason } = act
    if (kind === 'message') return message(act)
    if (kind === 'put_off') return { tone: 'later', sentence: t.putOff({ reason: reasonOf(reason) }) }
    if (kind === 'moved') return { tone: 'next', sentence: t.moved }
    if (kind === 'ended') return outcome === 'done' ? undefined : { tone: 'not', sentence: reasonOf(outcome) }
    if (!step || kind === 'entered' || kind === 'wait') return undefined
    const said = sentence(step)
    if (kind === 'condition')
      return { tone: 'next', sentence: t.answered({ condition: said, answer: outcome === 'yes' ? t.yes : t.no }) }
    return outcome === 'skipped'
      ? { tone: 'not', sentence: t.skipped({ step: said }) }
      : { tone: 'next', sentence: said }
  }
}
