import styles from './Account.module.css'
import { Choices } from './Choices.tsx'
import { Keys } from './Keys.tsx'
import { LeaveStore } from './LeaveStore.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonForm } from './PersonForm.tsx'
import { Sessions } from './Sessions.tsx'

/** Settings of the person in all their stores, and their sessions. */
export function Account() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.account}>
        <PersonForm />
        <Choices />
        <Keys />
        <PasswordForm />
        <Sessions />
        <LeaveStore />
      </div>
    </div>
  )
}
