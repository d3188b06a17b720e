import type { Act } from '../../background/acts/act.ts'
import { formatPhone, formatPrice } from '../../data/format.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { CounterPerson } from './kept.ts'
import { text } from './text.ts'

const DAY_MS = 86_400_000

/** A number as it was typed, `0642589913`, with its dashes. */
export const localNumber = (digits: string) => formatPhone(`+66${digits.slice(1)}`)

/** Sentences about customers and acts. */
export function useWordsOf() {
  const t = useWords(text)
  const format = useFormat()
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
    about: ({ label, visits, lastAt }: CounterPerson) =>
      [
        label?.name,
        visits > 0 && lastAt ? `${t.came({ count: visits })} ${t.last({ when: when(lastAt) })}` : t.neverCame,
      ]
        .filter(Boolean)
        .join(' · '),
    act: ({ kind, at, amount, text: words = '' }: Act) => {
      const time = format.time(at)
      if (kind === 'sale') return t.act_sale({ amount: formatPrice(amount), time })
      return kind === 'visit' ? t.act_visit({ time }) : t.act_note({ time, text: words })
    },
    who: ({ name, phone }: { name: string; phone?: string }) => name || (phone ? localNumber(phone) : ''),
  }
}
