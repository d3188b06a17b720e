import { rightName } from '@ruam/contract/access/rights-matrix.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { rightChanges } from './matrix.ts'
import styles from './RoleForm.module.css'
import { text } from './text.ts'

/** Effect of saving: permissions that go, and those that come. */
export function RightChanges({ before, now }: { before: readonly string[]; now: readonly string[] }) {
  const t = useWords(text)
  const { language } = usePreferences()
  const { lost, gained } = rightChanges(before, now)
  if (lost.length + gained.length === 0) return null
  const names = (rights: readonly string[]) => rights.map((one) => rightName(one as Permission, language)).join(', ')
  return (
    <div className={styles.changes} role="status">
      {lost.length > 0 && (
        <p>
          <b>{t.willLose}</b> {names(lost)}
        </p>
      )}
      {gained.length > 0 && (
        <p>
          <b>{t.willGain}</b> {names(gained)}
        </p>
      )}
    </div>
  )
}
