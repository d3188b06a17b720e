import { CardHead } from '../core/CardHead.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import { LabelChips } from './LabelChips.tsx'
import styles from './ProfileCard.module.css'
import { text } from './text.ts'
import { nameOf, type ProfileRow, textOf } from './values.ts'

/** A customer in the list on a phone. */
export function ProfileCard({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const format = useFormat()
  const reach = format.formatPhone(textOf(profile, 'phone')) || textOf(profile, 'email')
  return (
    <>
      <CardHead name={nameOf(profile) || t.noName} changed={profile.updatedAt} />
      <span className={styles.reach}>{reach || '–'}</span>
      <LabelChips labels={profile.labels} max={3} />
    </>
  )
}
