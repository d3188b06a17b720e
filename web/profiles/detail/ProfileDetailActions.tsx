import { Button } from '@mantine/core'
import { activities } from '@ruam/contract/activities.ts'
import { profileActivities } from '@ruam/contract/profile-activities.ts'
import { profileErasure } from '@ruam/contract/profile-erasure.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { IconCalendarPlus, IconDots, IconNote, IconPencil, IconPhone } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ActionMenu } from '../../core/ActionMenu.tsx'
import { useMayCall, useMayOpen } from '../../core/may.ts'
import { RouteLink } from '../../core/route.tsx'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { common } from '../../core/words.ts'
import { useCalled } from '../use-called.ts'
import { type ProfileRow, textOf } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { ProfileDetailMenu } from './ProfileDetailMenu.tsx'

const loadNote = () => import('./ActivityNoteDialog.tsx')
const loadActivity = () => import('./ActivityDialog.tsx')
const dialogs = {
  note: lazy(loadNote),
  activity: lazy(loadActivity),
}
const EraseDialog = lazy(async () => ({ default: (await import('../../profile-erasure/EraseDialog.tsx')).EraseDialog }))
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** What can be done with a customer: at the top of a wide screen, under the thumb on a phone. */
export function ProfileDetailActions({ profile }: { profile: ProfileRow }) {
  const t = useWords(detail)
  const c = useWords(common)
  const format = useFormat()
  const name = useCalled()(profile)
  const [open, setOpen] = useState<'note' | 'activity' | 'erase'>()
  const close = () => setOpen(undefined)
  const mayEdit = useMayOpen('profile-edit')
  const mayNote = useMayCall(profileActivities.note)
  const mayAdd = useMayCall(profileActivities.create)
  // The dialog reads the types with their fields.
  const maySeeTypes = useMayCall(activities.types)
  const mayErase = useMayCall(profileErasure.erase)
  const mayDelete = useMayCall(profiles.delete)
  const phone = textOf(profile, 'phone')
  const Dialog = open === 'note' || open === 'activity' ? dialogs[open] : undefined
  return (
    <>
      <fieldset className={styles.actions} aria-label={t.actions}>
        {phone && (
          <Button
            component="a"
            href={`tel:${phone}`}
            className={styles.call}
            leftSection={<IconPhone {...icon} />}
            aria-label={t.callNumber({ phone: format.formatPhone(phone) })}
          >
            {t.call}
          </Button>
        )}
        {mayNote && (
          <Button
            leftSection={<IconNote {...icon} />}
            onPointerEnter={() => void loadNote()}
            onClick={() => setOpen('note')}
          >
            <span className={styles.long}>{t.note}</span>
            <span className={styles.short}>
              <span className="ruam-heard">{t.noteStart}</span>
              {t.noteShort}
            </span>
          </Button>
        )}
        {mayAdd && maySeeTypes && (
          <Button
            leftSection={<IconCalendarPlus {...icon} />}
            onPointerEnter={() => void loadActivity()}
            onClick={() => setOpen('activity')}
          >
            <span className={styles.long}>{t.addActivity}</span>
            <span className={styles.short}>
              <span className="ruam-heard">{t.activityStart}</span>
              {t.activityShort}
            </span>
          </Button>
        )}
        {mayEdit && (
          <Button
            component={RouteLink}
            to="profile-edit"
            params={{ profileId: profile.id }}
            variant="filled"
            className={styles.edit}
            leftSection={<IconPencil {...icon} />}
          >
            {c.edit}
          </Button>
        )}
      </fieldset>
      {(mayDelete || mayErase) && (
        <div className={styles.menu}>
          <ActionMenu label={t.more} framed icon={<IconDots size={18} stroke={1.6} />}>
            {(done) => <ProfileDetailMenu profile={profile} onDone={done} onErase={() => setOpen('erase')} />}
          </ActionMenu>
        </div>
      )}
      {Dialog && (
        <Suspense>
          <Dialog profileId={profile.id} onClose={close} />
        </Suspense>
      )}
      {mayErase && open === 'erase' && (
        <Suspense>
          <EraseDialog profileId={profile.id} name={name} opened onClose={close} />
        </Suspense>
      )}
    </>
  )
}
