import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

/** Whether every friend has the right menu, or how many still wait for theirs. */
export function SettledLine({ list: { waiting, settledAt } }: { list: MenuList }) {
  const t = useWords(menuText)
  const format = useFormat()
  const said =
    waiting > 0
      ? t.waiting({ count: waiting })
      : settledAt
        ? t.settled({ time: format.when(settledAt) })
        : t.settledFree
  return (
    <p className={styles.settled} role="status" data-waiting={waiting > 0 || undefined}>
      {waiting > 0 ? <IconClock size={16} stroke={1.6} /> : <IconCircleCheck size={16} stroke={1.6} />}
      {said}
    </p>
  )
}
