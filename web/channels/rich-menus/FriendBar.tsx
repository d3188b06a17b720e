import type { ReactNode } from 'react'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

/** Colours of parts that tell menus apart; they repeat. */
const COLORS = 7

interface FriendBarProps {
  list: MenuList
  /** Sentence on the order. */
  children: ReactNode
}

/** The friends of the account by the menu that they get, as a bar with its figures. */
export function FriendBar({ list: { menus, friends }, children }: FriendBarProps) {
  const t = useWords(menuText)
  const shares = menus.map(({ id, friends: count, isDefault }, index) => ({
    id,
    name: isDefault ? t.rest : t.place({ place: index + 1 }),
    color: isDefault ? 'rest' : String(index % COLORS),
    count,
  }))
  return (
    <div className={styles.friends}>
      <div className={styles.lead}>
        <p>
          {t.friends} <strong className={styles.total}>{t.people({ count: friends })}</strong>
        </p>
        {children}
      </div>
      <div className={styles.bar} aria-hidden="true">
        {shares.map(
          ({ id, color, count }) =>
            count !== null && count > 0 && <span key={id} data-color={color} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className={styles.shares}>
        {shares.map(({ id, name, color, count }) => (
          <li key={id}>
            <span className={styles.dot} data-color={color} aria-hidden="true" />
            {name}{' '}
            <strong>
              <Loaded of={count === null ? null : formatNumber(count)} />
            </strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
