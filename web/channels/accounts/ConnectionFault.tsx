import { connectionFaults } from '@ruam/contract/channels/connection.ts'
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import { usePreferences } from '../../data/preferences.ts'
import type { AccountRow } from './account-row.ts'
import styles from './ConnectionFault.module.css'
import { Repair } from './Repair.tsx'

/** The fault of an account in its own words, with the one button that mends it. Shown wherever the account is used. */
export function ConnectionFault({ account }: { account: AccountRow }) {
  const { language } = usePreferences()
  const { state, fault } = account.connection
  if (fault === null) return null
  const Icon = state === 'stopped' ? IconCircleX : IconAlertTriangle
  return (
    <div className={styles.fault} data-state={state} role="status">
      <Icon size={18} stroke={1.6} />
      <p>
        <strong>{connectionFaults[fault].title[language]}</strong> {connectionFaults[fault].text[language]}
      </p>
      <Repair account={account} />
    </div>
  )
}
