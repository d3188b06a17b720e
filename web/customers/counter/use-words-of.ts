import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import type { CounterPerson } from './kept.ts'
import { text } from './text.ts'

const DAY_MS = 86_400_000

/** Sentences about customers. */
export function useWordsOf() {
  const t = useWords(text)
  const { timeZone } = useStore()
  const dayOf = (time: string | number) =>
    Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(time)))
  const when = (time: string) => {
    const days = Math.round((dayOf(Date.now()) - dayOf(time)) / DAY_MS)
    return days <= 0 ? t.today : days === 1 ? t.yesterday : t.daysAgo({ count: days })
  }
  return {
    when,
    last: (time: string | null) => (time ? t.last({ when: when(time) }) : t.neverCame),
    brief: ({ label, visits }: CounterPerson) =>
      [label?.name, visits > 0 ? t.came({ count: visits }) : t.neverCame].filter(Boolean).join(' · '),
    about: ({ label, visits, lastAt }: CounterPerson) =>
      [
        label?.name,
        visits > 0 && lastAt ? `${t.came({ count: visits })} ${t.last({ when: when(lastAt) })}` : t.neverCame,
      ]
        .filter(Boolean)
        .join(' · '),
  }
}
