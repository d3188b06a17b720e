import { SegmentedControl } from '@mantine/core'
import { IconBuildingStore, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { choose } from '../data/choose.ts'
import { type Preferences, prefer, usePreferences } from '../data/preferences.ts'
import { signOut, useSession } from '../data/session.ts'
import type { SignedInPerson } from '../data/storage.ts'
import { useWords } from '../data/text.ts'
import { useStoreChoice } from '../data/use-store-choice.ts'
import { press } from '../ui/keys.ts'
import { RouteLink } from '../ui/route.tsx'
import { shell } from '../ui/shell-words.ts'
import styles from './Header.module.css'
import { userMenuWords } from './user-menu-words.ts'

/** Content of the user menu. */
export default function UserMenuContent({ user }: { user: SignedInPerson }) {
  const t = useWords(shell)
  const m = useWords(userMenuWords)
  const navigate = useNavigate()
  const { language, scheme, era } = usePreferences()
  const { store } = useSession()
  const choice = useStoreChoice()
  const name = `${user.firstName} ${user.lastName}`.trim()
  const leave = async () => {
    if (await signOut()) await navigate({ to: '/choose-store' as never })
  }
  return (
    <>
      <div className={styles.who}>
        <strong>{name || user.email}</strong>
        {name && <span>{user.email}</span>}
      </div>
      <div className={styles.choices}>
        <span>{m.language}</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={m.language}
          value={language}
          onChange={(value) => choose({ language: value as Preferences['language'] })}
          data={[
            { value: 'th', label: 'ไทย' },
            { value: 'en', label: 'English' },
          ]}
        />
        <span>{m.scheme}</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={m.scheme}
          value={scheme ?? 'auto'}
          onChange={(value) => prefer({ scheme: value === 'auto' ? undefined : (value as Preferences['scheme']) })}
          data={[
            { value: 'light', label: m.light },
            { value: 'dark', label: m.dark },
            { value: 'auto', label: m.system },
          ]}
        />
        <span>{m.era}</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={m.era}
          value={era ?? store?.era ?? 'ce'}
          onChange={(value) => choose({ era: value as 'ce' | 'be' })}
          data={[
            { value: 'ce', label: m.ce },
            { value: 'be', label: m.be },
          ]}
        />
      </div>
      <div className={styles.actions}>
        <RouteLink
          to="account"
          onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        >
          <IconUserCircle size={18} stroke={1.6} />
          {t.ownAccount}
        </RouteLink>
        <button
          type="button"
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            press('?')
          }}
        >
          <IconKeyboard size={18} stroke={1.6} />
          {t.keys}
        </button>
        {choice ? (
          <button type="button" onClick={() => void navigate({ to: '/choose-store' as never })}>
            <IconBuildingStore size={18} stroke={1.6} />
            {t.changeStore}
          </button>
        ) : (
          <p>
            <IconBuildingStore size={18} stroke={1.6} />
            {store?.name}
          </p>
        )}
        <button type="button" onClick={() => void leave()}>
          <IconLogout size={18} stroke={1.6} />
          {t.logout}
        </button>
      </div>
    </>
  )
}
