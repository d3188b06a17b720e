import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './ScanNote.module.css'
import { text } from './text.ts'

/** Result of the last merge, with a link. */
export interface Merged {
  profileId: number
  name: string
}

export function MergedNote({ merged: { profileId, name } }: { merged: Merged }) {
  const t = useWords(text)
  return (
    <p className={styles.merged}>
      <IconCheck size={16} stroke={1.8} />
      <span>{t.mergedInto({ name })}</span>
      <RouteLink to="profile-detail" params={{ profileId }} aria-label={t.openProfile({ name })}>
        {t.open_}
        <IconExternalLink size={14} stroke={1.6} />
      </RouteLink>
    </p>
  )
}
