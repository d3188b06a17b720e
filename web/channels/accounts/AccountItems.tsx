import { connectionFaults } from '@ruam/contract/channels/connection.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { AccountPicture } from './AccountPicture.tsx'
import styles from './Accounts.module.css'
import type { AccountRow } from './account-row.ts'
import { text } from './text.ts'

const icons = { works: IconCircleCheck, attention: IconAlertTriangle, stopped: IconCircleX, off: IconCircleMinus }

interface AccountItemsProps {
  accounts: readonly AccountRow[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** The accounts of the store by name. The arrow keys move through them. */
export function AccountItems({ accounts, chosen, onChoose }: AccountItemsProps) {
  const t = useWords(text)
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const to = step && accounts[accounts.findIndex(({ id }) => id === chosen) + step]
    if (!to) return
    event.preventDefault()
    onChoose(to.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-account="${to.id}"]`)?.focus()
  }
  return (
    <ul className={styles.accounts} aria-label={t.accounts} onKeyDown={move}>
      {accounts.map((account) => {
        const { id, name, basicId, picture, friends } = account
        return (
          <li key={id}>
            <button type="button" data-account={id} aria-current={id === chosen} onClick={() => onChoose(id)}>
              <AccountPicture name={name} picture={picture} />
              <span className={styles.named}>
                <span className="ruam-two-lines">
                  <strong>{name}</strong> <span className={styles.quiet}>{basicId}</span>
                </span>
                <span className={styles.count}>{t.friendCount({ count: friends.known + friends.unknown })}</span>
              </span>
              <AccountStatus account={account} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** State of an account: its fault by name, if it has one. */
function AccountStatus({ account: { connection } }: { account: AccountRow }) {
  const t = useWords(text)
  const { language } = usePreferences()
  const { state, fault } = connection
  const Icon = icons[state]
  return (
    <span className={styles.status} data-state={state}>
      <Icon size={16} stroke={1.6} />
      {fault === null ? t[state] : connectionFaults[fault].title[language]}
    </span>
  )
}
