import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './Accounts.module.css'
import type { AccountRow } from './account-row.ts'
import { text } from './text.ts'

const icons = { active: IconCircleCheck, inactive: IconCircleMinus, error: IconCircleX }

/** State of an account, and the reason if LINE refuses it. */
export function AccountStatus({ account: { status, error } }: { account: AccountRow }) {
  const t = useWords(text)
  const Icon = icons[status]
  return (
    <span className={styles.status} data-status={status}>
      <Icon size={16} stroke={1.6} />
      {status === 'error' ? t[error ?? 'failed'] : t[status]}
    </span>
  )
}
