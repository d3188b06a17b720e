import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useDragOrder } from '../../ui/use-drag-order.ts'
import { FriendBar } from './FriendBar.tsx'
import { MenuRow } from './MenuRow.tsx'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'
import { useMenuOrder } from './use-menu-order.ts'

interface MenuRowsProps {
  account: number
  list: MenuList
  /** The menu that the phone shows. */
  shown: number
  mayEdit: boolean
  onShow: (id: number) => void
  onCopy: (id: number) => void
}

/** The menus in their order, moved by dragging, by keys and by their options. The default one is last. */
export function MenuRows({ account, list, shown, mayEdit, onShow, onCopy }: MenuRowsProps) {
  const t = useWords(menuText)
  const rows = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const order = useMenuOrder(account, list)
  const move = (from: number, to: number) => {
    const menu = order.shown[from]
    if (!menu || to < 0 || to >= order.shown.length) return
    order.move(from, to)
    setSaid(t.moved({ name: menu.name, place: to + 1, count: order.shown.length }))
  }
  const { dragged, handleOf } = useDragOrder(rows, move)
  const last = list.menus.find(({ isDefault }) => isDefault)
  const shared = { list, mayEdit, onShow, onCopy }
  return (
    <>
      <FriendBar list={list}>
        <span className={styles.hint}>{mayEdit && order.shown.length > 1 ? t.orderHint : t.orderHintRead}</span>
        {mayEdit && list.canUndo && order.shown.length > 1 && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
            loading={order.isUndoing}
            onClick={order.undo}
          >
            {t.undoOrder}
          </Button>
        )}
      </FriendBar>
      <div className={styles.heads} aria-hidden="true">
        <span>{t.menu}</span>
        <span>{t.gets}</span>
        <span>{t.taps}</span>
        <span>{t.state}</span>
      </div>
      <ol ref={rows} className={styles.rows} aria-label={t.menu}>
        {order.shown.map((menu, index) => (
          <MenuRow
            key={menu.id}
            {...shared}
            menu={menu}
            place={index + 1}
            isShown={menu.id === shown}
            handle={mayEdit && order.shown.length > 1 ? handleOf(index) : undefined}
            over={
              dragged && dragged.to === index && dragged.from !== index
                ? dragged.from > index
                  ? 'above'
                  : 'below'
                : undefined
            }
            isDragged={dragged?.from === index}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < order.shown.length - 1 ? () => move(index, index + 1) : undefined}
          />
        ))}
      </ol>
      {last && (
        <ul className={styles.rows} aria-label={t.rest}>
          <MenuRow {...shared} menu={last} place={undefined} isShown={last.id === shown} />
        </ul>
      )}
      <span className="ruam-heard" aria-live="polite">
        {said}
      </span>
    </>
  )
}
