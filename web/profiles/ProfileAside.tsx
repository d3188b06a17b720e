import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import { LabelChips } from './LabelChips.tsx'
import styles from './ProfileDetail.module.css'
import { text } from './text.ts'
import type { ProfileRow } from './values.ts'

/** Beside the fields: labels, and since when the profile is known. */
export function ProfileAside({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const format = useFormat()
  return (
    <div className={styles.aside}>
      <section className={`${styles.group} ${styles.labels}`}>
        <h3>{t.labelsAndSegments}</h3>
        {profile.labels.length > 0 ? (
          <LabelChips labels={profile.labels} />
        ) : (
          <p className={styles.none}>{t.noLabels}</p>
        )}
      </section>
      <section className={styles.group}>
        <h3>{t.record}</h3>
        <dl>
          <div className={styles.line}>
            <dt>{t.createdAt}</dt>
            <dd>{format.dateTime(profile.createdAt)}</dd>
          </div>
          <div className={styles.line}>
            <dt>{t.updatedAt}</dt>
            <dd>{format.dateTime(profile.updatedAt)}</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}
