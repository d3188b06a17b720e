import { useMonthNames } from '../broadcasts/calendar/use-month-names.ts'
import { formatNumber, truncate } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import type { NamedStep } from './automation.ts'
import { automationText } from './automation-text.ts'
import { marked, plain } from './Sentence.tsx'

/** Letters of a name within a sentence. */
const LETTERS = 60

const isEmpty = (value: NamedStep['value']): value is null | '' => value === null || value === ''

/** Says steps in the person's language, their names marked for `Sentence`. */
export function useStepWords() {
  const t = useWords(automationText)
  const format = useFormat()
  const { weekday } = useMonthNames()

  function wait({ n, unit, weekday: day, time }: NonNullable<NamedStep['wait']>): string {
    const count = { count: n }
    const span = n === 0 ? undefined : unit === 'hour' ? t.waitHours(count) : t.waitDays(count)
    // 5 January 2026 is a Monday.
    const when = [day && weekday(`2026-01-0${day + 4}`), time && t.clock({ time })].filter(Boolean).join(' ')
    if (!when) return span ?? t.waitHours(count)
    return span ? t.thenUntil({ wait: span, when }) : t.waitUntil({ when })
  }

  const shown = (value: string | number | boolean) =>
    typeof value === 'boolean' ? format.boolean(value) : typeof value === 'number' ? formatNumber(value) : value

  /** What a step does. */
  function sentence({ kind, name, given, value, wait: length }: NamedStep): string {
    const of = marked(truncate(name ?? t.unnamed, LETTERS))
    switch (kind) {
      case 'wait':
        return length ? wait(length) : t.kindWait
      case 'condition':
        return name ?? t.check
      case 'message':
        return t.send({ name: of })
      case 'label':
        return given ? t.giveLabel({ name: of }) : t.takeLabel({ name: of })
      case 'value':
        return isEmpty(value) ? t.emptyValue({ field: of }) : t.setValue({ field: of, value: marked(shown(value)) })
      case 'note':
        return t.addNote({ text: of })
      case 'event':
        return name ? t.tellTo({ name: of }) : t.tell
    }
  }

  /** A step in few words, next to its icon. */
  function brief(one: NamedStep): string {
    const { kind, name, given, value } = one
    const of = truncate(name ?? t.unnamed, LETTERS)
    if (one.brief) return one.brief
    if (kind === 'message' || kind === 'note') return of
    if (kind === 'label') return given ? t.labelOf({ name: of }) : plain(t.takeLabel({ name: of }))
    if (kind === 'value' && !isEmpty(value)) return t.valueOf({ field: of, value: shown(value) })
    return kind === 'event' && name ? of : plain(sentence(one))
  }
  return { sentence, brief }
}
