import { IconMessageCircle } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { CardHead } from '../../../ui/CardHead.tsx'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { RestrictionMark } from '../../restriction/RestrictionMark.tsx'
import { LabelChips } from '../LabelChips.tsx'
import { text } from '../text.ts'
import { fieldNameOf, fieldValueText, type ListedProfile, type ProfileListField } from '../values.ts'
import type { Marks } from './list-marks.tsx'
import { listText } from './list-text.ts'
import styles from './ProfileCard.module.css'

/** A customer in the list on a phone. */
export default function ProfileCard({ profile, marks }: { profile: ListedProfile; marks: Marks | undefined }) {
  const t = useWords(text)
  const l = useWords(listText)
  const format = useFormat()
  const name = fieldNameOf(profile)
  const reached = profile.fields.find((field) => field.name === (fieldValueText(profile, 'phone') ? 'phone' : 'email'))
  const reach = format.formatPhone(fieldValueText(profile, 'phone')) || fieldValueText(profile, 'email')
  const isShown = (field: ProfileListField) =>
    field === reached || name.split(' ').join('').includes(String(field.value).split(' ').join(''))
  return (
    <>
      <CardHead
        name={name ? (marks?.name(name) ?? name) : t.noName}
        mark={
          <>
            {profile.restrictedAt && <RestrictionMark />}
            {fieldValueText(profile, 'lineUserId') && (
              <span className={styles.line} title={l.hasLine}>
                <IconMessageCircle size={16} stroke={1.6} />
                <span className="ruam-heard">{l.hasLine}</span>
              </span>
            )}
          </>
        }
        changed={profile.updatedAt}
      />
      <span className={styles.reach}>{reached && reach && marks ? marks.value(reached, reach) : reach || EMPTY}</span>
      {marks?.beside(profile, isShown)}
      <LabelChips labels={profile.labels} max={3} />
    </>
  )
}
