import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronUp,
  IconKeyboard,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import phone from '../../broadcasts/Preview.module.css'
import { previewText } from '../../broadcasts/preview/preview-text.ts'
import { useWords } from '../../data/text.ts'
import type { Rectangle, Size } from '../../ui/areas/areas.ts'
import { TapPicture } from '../../ui/areas/TapPicture.tsx'
import styles from './MenuPhone.module.css'
import { menuText } from './menu-text.ts'

interface MenuPhoneProps {
  /** Name of the account. */
  account: string
  picture: Size
  /** Address of the picture. */
  src: string | undefined
  areas: readonly (Rectangle & { label: string })[]
  barText: string
  /** True if the menu is open when the chat opens. */
  opens: boolean
  onTap?: (index: number) => void
  /** Messages of the chat. */
  children?: ReactNode
}

/** A chat with a menu under it, as LINE shows it. */
export function MenuPhone({ account, picture, src, areas, barText, opens, onTap, children }: MenuPhoneProps) {
  const t = useWords(menuText)
  const p = useWords(previewText)
  const [toggled, setToggled] = useState(false)
  const isOpen = opens !== toggled
  return (
    <div className={`${phone.phone} ${styles.phone}`} data-theme="light">
      <p className={phone.top}>
        <IconChevronLeft size={18} stroke={1.6} aria-hidden />
        {account}
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <IconMenu2 size={18} stroke={1.6} aria-hidden />
      </p>
      <p className={phone.day}>{p.today}</p>
      <div className={styles.chat}>{children}</div>
      {isOpen && <TapPicture src={src} name={t.pictureOfMenu} picture={picture} areas={areas} onTap={onTap} />}
      <button type="button" className={styles.bar} aria-expanded={isOpen} onClick={() => setToggled(!toggled)}>
        <IconKeyboard size={18} stroke={1.6} aria-hidden />
        <span>{barText || p.chatMenu}</span>
        {isOpen ? (
          <IconChevronDown size={18} stroke={1.6} aria-hidden />
        ) : (
          <IconChevronUp size={18} stroke={1.6} aria-hidden />
        )}
      </button>
    </div>
  )
}
