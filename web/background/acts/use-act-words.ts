import { formatPhone, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { Act, NewAct } from './act.ts'
import { actWords } from './act-words.ts'

/** A number as it was typed, `0642589913`, with its dashes. */
export const localNumber = (digits: string) => formatPhone(`+66${digits.slice(1)}`)

/** Sentences about acts. */
export function useActWords() {
  const t = useWords(actWords)
  const format = useFormat()
  return {
    who: ({ name, phone }: { name: string; phone?: string }) => name || (phone ? localNumber(phone) : ''),
    /** The act with its time. */
    act: ({ kind, at, amount, text = '' }: Act) => {
      const time = format.time(at)
      if (kind === 'sale') return t.act_sale({ amount: formatPrice(amount), time })
      if (kind === 'visit' || kind === 'birthday') return t[`act_${kind}`]({ time })
      return t[`act_${kind}`]({ time, text })
    },
    done: ({ kind, amount, text = '' }: NewAct) => {
      if (kind === 'sale') return t.done_sale({ amount: formatPrice(amount) })
      return kind === 'activity' ? t.done_activity({ text }) : t[`done_${kind}`]
    },
  }
}
