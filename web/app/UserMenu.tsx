import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import type { SignedInPerson, StoreData } from '../data/storage.ts'
import { useWords } from '../data/text.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { shell } from '../ui/shell-words.ts'
import styles from './Header.module.css'

export const loadUserMenu = () => import('./UserMenuContent.tsx')
const Content = lazyPart(loadUserMenu)

/** The letters that begin a name; a Thai vowel that is written first is not one. */
const initials = ({ firstName, lastName, email }: SignedInPerson) =>
  [firstName, lastName].flatMap((name) => name.match(/(?![เแโใไ])\p{L}/u) ?? []).join('') || email.slice(0, 1)

/** Menu of the signed-in person: store, language, look, sign-out. */
export function UserMenu({ user, store }: { user: SignedInPerson; store: StoreData }) {
  const t = useWords(shell)
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.user}
        popoverTarget={id}
        onPointerEnter={() => void loadUserMenu()}
        onFocus={() => void loadUserMenu()}
      >
        <span className={styles.names}>
          <strong>{store.name}</strong>
          <span>{user.email}</span>
        </span>
        <span className="ruam-heard">{t.account}</span>
        <span className={styles.avatar} aria-hidden>
          {initials(user)}
        </span>
        <IconChevronDown size={14} stroke={1.6} />
      </button>
      <div id={id} popover="auto" className={styles.userMenu} onToggle={({ newState }) => setOpen(newState === 'open')}>
        {open && (
          <Suspense>
            <Content user={user} />
          </Suspense>
        )}
      </div>
    </>
  )
}
