import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useLocation, useMatches, useParams } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import type { SignedInPerson, StoreData } from '../data/storage.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { press } from '../ui/keys.ts'
import { RouteLink, useTitles } from '../ui/route.tsx'
import { shell } from '../ui/shell-words.ts'
import styles from './Header.module.css'
import { useLanding } from './landing.ts'
import { useOwnTabTitle, useOwnTitle } from './page-title.ts'
import { UserMenu } from './UserMenu.tsx'

interface HeaderProps {
  store: StoreData
  user: SignedInPerson
  onMenu: () => void
  /** Stands before the way to other pages, when it has something to show. */
  notice: ComponentType
}

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Page title with its back arrow, the way to other pages, store name, e-mail and user menu (spec section 2). */
export function Header({ store, user, onMenu, notice: Notice }: HeaderProps) {
  const t = useWords(shell)
  const c = useWords(common)
  const titled = useTitles()
  const own = useOwnTitle()
  const tab = useOwnTabTitle()
  // A screen about one thing leads back to another screen about it.
  const params: Record<string, string> = useParams({ strict: false })
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const from = useLocation({ select: ({ state }) => state.from })
  const title = own ?? (screen?.title && titled(screen.title)) ?? ''
  useEffect(() => {
    document.title = [tab ?? title, store.name, 'Ruam'].filter(Boolean).join(' · ')
  }, [tab, title, store.name])
  useLanding(title)
  return (
    <header className={styles.header}>
      <ActionIcon className={styles.burger} size={44} aria-label={t.openMenu} onClick={onMenu}>
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      {screen?.back && (
        <RouteLink
          to={screen.back}
          params={params}
          {...(screen.back === 'profile-list' && from)}
          state
          className={styles.back}
          aria-label={c.back}
        >
          <IconArrowLeft size={18} stroke={1.6} />
        </RouteLink>
      )}
      <div className={styles.notices}>
        <Notice />
      </div>
      <button type="button" className={styles.jump} onClick={() => press('Mod+K')} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.6} />
        <span>{t.jump}</span>
        <kbd aria-hidden>{mac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <UserMenu store={store} user={user} />
      {/* The last one to be read, though not to be seen: from it Tab leads into the screen. */}
      <div className={styles.titles}>
        {/* Another title is another heading: one that has the focus would change unheard. */}
        <h1 key={title}>{title}</h1>
        <p className={styles.phoneStore}>{store.name}</p>
      </div>
    </header>
  )
}
