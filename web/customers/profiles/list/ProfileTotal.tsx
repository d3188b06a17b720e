import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { text } from '../text.ts'

interface ProfileTotalProps {
  /** Number of matches. */
  total: number
  /** Counting stopped there: there are more. */
  capped: boolean
  /** Customers of the store; hidden above deleted ones. */
  all: number | undefined
  narrowed: boolean
  /** Without saying by what. */
  short?: boolean
}

/** The honest number: how many match, of how many. */
export function ProfileTotal({ total, capped, all, narrowed, short }: ProfileTotalProps) {
  const t = useWords(text)
  if (!narrowed && all !== undefined) return <strong>{t.one({ count: all })}</strong>
  return (
    <>
      <strong>{t.one({ count: capped ? `${formatNumber(total)}+` : total })}</strong>{' '}
      {all !== undefined && (short ? t.outOf : t.ofAll)({ total: all })}
    </>
  )
}
