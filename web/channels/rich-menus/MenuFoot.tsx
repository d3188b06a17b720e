import { useWords } from '../../data/text.ts'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

/** Below the list: the menus and their people in all, and how fast they follow. */
export function MenuFoot({ list: { menus, friends } }: { list: MenuList }) {
  const t = useWords(menuText)
  const counted = menus.reduce((sum, { friends: count }) => sum + (count ?? 0), 0)
  return (
    <footer className={styles.foot}>
      <p>
        <strong>{t.foot({ count: menus.length })}</strong> {counted === friends && t.sum({ count: counted })}
      </p>
      <p>{t.within}</p>
    </footer>
  )
}
