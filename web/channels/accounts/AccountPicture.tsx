import styles from './Accounts.module.css'
import { initialsOf } from './account-row.ts'

/** The picture of an account on LINE, or its initials. The name is always next to it. */
export function AccountPicture({ name, picture }: { name: string; picture: string | null }) {
  return (
    <span className={styles.picture} aria-hidden="true">
      {picture ? <img src={picture} alt="" /> : initialsOf(name)}
    </span>
  )
}
