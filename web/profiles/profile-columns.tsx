import type { Column } from '../core/DataTable.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import { LabelChips } from './LabelChips.tsx'
import styles from './ProfileList.module.css'
import { text } from './text.ts'
import { type ProfileRow, textOf } from './values.ts'

type ProfileColumn = Column<ProfileRow, never> & { enabled: boolean }

/** For a customer without a first name: what they are known by instead. */
function Nameless({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const other = textOf(profile, 'company') || textOf(profile, 'lineDisplayName')
  return <span className={styles.nameless}>{other || t.noName}</span>
}

/** The default columns of spec section 2, in its order; none can be sorted by itself. */
export function useProfileColumns(): ProfileColumn[] {
  const t = useWords(text)
  const format = useFormat()
  const labels = (profile: ProfileRow, type: 'general' | 'advanced') => {
    const ofType = profile.labels.filter((label) => label.type === type)
    return ofType.length > 0 && <LabelChips labels={ofType} max={2} />
  }
  return [
    {
      id: 'updatedAt',
      title: t.updatedAt,
      enabled: true,
      width: 180,
      quiet: true,
      cell: (profile) => format.dateTime(profile.updatedAt),
    },
    {
      id: 'firstName',
      title: t.firstName,
      enabled: true,
      link: true,
      cell: (profile) => textOf(profile, 'firstName') || <Nameless profile={profile} />,
    },
    { id: 'lastName', title: t.lastName, enabled: true, cell: (profile) => textOf(profile, 'lastName') },
    { id: 'email', title: t.email, enabled: true, quiet: true, cell: (profile) => textOf(profile, 'email') },
    {
      id: 'phone',
      title: t.phone,
      enabled: true,
      width: 130,
      cell: (profile) => format.formatPhone(textOf(profile, 'phone')),
    },
    {
      id: 'businessType',
      title: t.businessType,
      enabled: false,
      cell: (profile) => textOf(profile, 'businessType'),
    },
    { id: 'company', title: t.company, enabled: false, cell: (profile) => textOf(profile, 'company') },
    { id: 'labels', title: t.labels, enabled: true, cell: (profile) => labels(profile, 'general') },
    { id: 'advanceLabels', title: t.advanceLabels, enabled: true, cell: (profile) => labels(profile, 'advanced') },
  ]
}
