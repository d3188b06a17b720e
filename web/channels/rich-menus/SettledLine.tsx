import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

/** The menus that are not at LINE yet, the friends who still wait for theirs, or that everyone has the right one. */
export function SettledLine({ list: { menus, waiting, settledAt } }: { list: MenuList }) {
  const t = useWords(menuText)
  const format = useFormat()
  const making = menus.filter(({ pending }) => pending).length
  const waits = [making > 0 && t.makingCount({ count: making }), waiting > 0 && t.waiting({ count: waiting })]
  const isWaiting = making + waiting > 0
  const said = isWaiting
    ? waits.filter(Boolean).join(' · ')
    : settledAt
      ? t.settled({ time: format.when(settledAt) })
      : t.settledFree
  return (
    <p className={styles.settled} role="status" data-waiting={isWaiting || undefined}>
      {isWaiting ? <IconClock size={16} stroke={1.6} /> : <IconCircleCheck size={16} stroke={1.6} />}
      {`${said} · ${t.free}`}
    </p>
  )
}
