import { IconMessageCircle } from '@tabler/icons-react'
import { CardHead } from '../../core/CardHead.tsx'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { LabelChips } from '../LabelChips.tsx'
import { text } from '../text.ts'
import { nameOf, type ProfileRow, textOf } from '../values.ts'
import { listText } from './list-text.ts'
import styles from './ProfileCard.module.css'

/** A customer in the list on a phone. */
export function ProfileCard({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const l = useWords(listText)
  const format = useFormat()
  const reach = format.formatPhone(textOf(profile, 'phone')) || textOf(profile, 'email')
  return (
    <>
      <CardHead
        name={nameOf(profile) || t.noName}
        mark={
          textOf(profile, 'lineUserId') && (
            <span className={styles.line} title={l.hasLine}>
              <IconMessageCircle size={16} stroke={1.6} aria-hidden />
              <span className="ruam-heard">{l.hasLine}</span>
            </span>
          )
        }
        changed={profile.updatedAt}
      />
      <span className={styles.reach}>{reach || '–'}</span>
      <LabelChips labels={profile.labels} max={3} />
    </>
  )
}
