import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import styles from './Dashboard.module.css'
import { text } from './text.ts'

/** One decimal, and none from a hundred on. */
const percent = (share: number) =>
  share < 1 ? `${(share * 100).toFixed(1)}%` : `${formatNumber(Math.round(share * 100))}%`

/** How a figure differs from that of the period before, in a word. */
export function FigureChange({ value, before }: { value: number; before: number }) {
  const t = useWords(text)
  if (value === before) return <Said icon={IconMinus}>{t.same}</Said>
  if (before <= 0) return <Said icon={IconArrowUpRight}>{t.noneBefore}</Said>
  const [icon, word] = value > before ? [IconArrowUpRight, t.rose] : [IconArrowDownRight, t.fell]
  return (
    <Said icon={icon}>
      {word} <b>{percent(Math.abs(value - before) / before)}</b>
    </Said>
  )
}

/** The same of a share, in percentage points. */
export function PointChange({ value, before }: { value: number; before: number }) {
  const t = useWords(text)
  const points = Math.abs(value - before) * 100
  if (points < 0.05) return <Said icon={IconMinus}>{t.same}</Said>
  const [icon, word] = value > before ? [IconArrowUpRight, t.rose] : [IconArrowDownRight, t.fell]
  return (
    <Said icon={icon}>
      {word} <b>{t.points({ points: points.toFixed(1) })}</b>
    </Said>
  )
}

function Said({ icon: Icon, children }: { icon: typeof IconMinus; children: React.ReactNode }) {
  return (
    <span className={styles.change}>
      <Icon size={14} stroke={1.6} />
      <span>{children}</span>
    </span>
  )
}
