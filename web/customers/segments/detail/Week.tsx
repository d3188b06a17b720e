import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { text } from './text.ts'
import { useSizes } from './use-sizes.ts'

/** Joined and left within seven days, for segments of that age. */
export function Week({ id }: { id: number }) {
  const t = useWords(text)
  const { data } = useSizes(id)
  if (!data?.week) return null
  const { joined, left } = data.week
  return (
    <span>
      <IconArrowUp size={14} />
      {t.cameIn({ count: formatNumber(joined) })} · <IconArrowDown size={14} />
      {t.wentOut({ count: formatNumber(left) })}
    </span>
  )
}
