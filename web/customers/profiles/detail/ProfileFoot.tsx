import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { ServeMost } from './ServeActions.tsx'

/** Actions on a customer at the foot of a phone: a row of the page, so that it covers nothing. */
export function ProfileFoot({ profile }: { profile: ProfileRow }) {
  const t = useWords(detail)
  const c = useWords(common)
  const mayEdit = useMayOpen('profile-edit')
  return (
    <fieldset className={styles.foot} aria-label={t.actions}>
      <ServeMost profile={profile} keys={t.onPage} call />
      {mayEdit && (
        <Button
          component={RouteLink}
          to="profile-edit"
          params={{ profileId: profile.id }}
          state
          variant="filled"
          leftSection={<IconPencil size={18} stroke={1.6} />}
        >
          {c.edit}
        </Button>
      )}
    </fieldset>
  )
}
