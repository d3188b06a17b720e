import type { AnswerKind, answerReasons } from '@ruam/contract/channels/answers.ts'
import { type Keywords, matchingVariant } from './match.ts'

/** An answer that may be chosen. */
export interface Choosable extends Keywords {
  id: number
  kind: AnswerKind
  place: number | null
}

export interface Heard {
  /** A person's own act. `linked`: a one-time word that linked them; `other`: a sticker, a picture and the like. */
  act: 'follow' | 'unblocked' | 'text' | 'linked' | 'wrong_word' | 'other'
  /** In `keywordText`; empty unless the act is `text`. */
  text: string
  /** Reading of the text as a stop. */
  stop: 'stop' | 'unclear' | null
  /** The person stopped before and has not agreed again. */
  stopped: boolean
  /** Staff talk with the person. */
  paused: boolean
  /** Within the opening times; null without any. */
  open: boolean | null
  /** The once-a-day answers that the person already got today. */
  givenToday: readonly AnswerKind[]
}

type Reason = (typeof answerReasons)[number]

export interface Choice {
  reason: Reason
  answer: Choosable | null
  variant: string | null
  /** Keyword answers further down that match as well. */
  others: readonly { answer: Choosable; variant: string }[]
}

/** Chooses the answer to what a person did, or none. `answers`: those that are enabled, keywords in their order. */
export function chooseAnswer(answers: readonly Choosable[], heard: Heard): Choice {
  const none = (reason: Reason): Choice => ({ reason, answer: null, variant: null, others: [] })
  const only = (kind: AnswerKind, reason: Reason): Choice => {
    const answer = answers.find((one) => one.kind === kind)
    return answer ? { reason, answer, variant: null, others: [] } : none('nothing')
  }
  // Stops win over everything: the reply token is spent on their confirmation.
  if (heard.stop === 'stop') return none('stop_word')
  if (heard.stop === 'unclear') return none('maybe_stop_word')
  if (heard.act === 'wrong_word') return none('link_word')
  if (heard.act === 'linked') return heard.stopped ? none('stopped') : only('linked', 'link_word')
  if (heard.stopped) return none('stopped')
  if (heard.act === 'follow') return only('greeting', 'followed')
  if (heard.act === 'unblocked') return only('welcome_back', 'followed')
  if (heard.paused) return none('paused')
  const [first, ...others] = heard.act === 'text' ? matches(answers, heard.text) : []
  if (first) return { reason: 'keyword', ...first, others }
  const kind = heard.open === false ? 'outside_hours' : 'fallback'
  const choice = only(kind, kind)
  return choice.answer && heard.givenToday.includes(kind) ? none('given_today') : choice
}

function matches(answers: readonly Choosable[], text: string) {
  return answers.flatMap((answer) => {
    const variant = answer.kind === 'keyword' ? matchingVariant(text, answer) : null
    return variant === null ? [] : [{ answer, variant }]
  })
}
