import { Button } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { IconBuildingStore, IconCalendarPlus, IconNote, IconPhone, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useKeys } from '../../../ui/keys.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall } from '../../../ui/may.ts'
import { LineLinkButton } from '../../line-link/LineLinkButton.tsx'
import { useSummary } from '../ProfileSummary.tsx'
import { serve } from '../serve-text.ts'
import { useCalled } from '../use-called.ts'
import { useRecord } from '../use-record.ts'
import { fieldValueText, type ListedProfile } from '../values.ts'
import styles from './ServeActions.module.css'
import { noteCode, useNote } from './use-note.tsx'

const loadActivity = () => import('./ActivityDialog.tsx')
const ActivityDialog = lazyPart(loadActivity)
const icon = { size: 16, stroke: 1.6 } as const

/** A call, a visit by one tap, a note, and what the store's people write down most: side by side. */
export function ServeActions({ profile }: { profile: ListedProfile }) {
  const t = useWords(serve)
  return (
    <fieldset className={styles.actions} aria-label={t.acts}>
      <FrequentActions profile={profile} />
      <ServeMore profile={profile} />
    </fieldset>
  )
}

interface ServeMostProps {
  profile: ListedProfile
  /** The part of the list of keys in which N stands for a note; without it, it does nothing here. */
  keys?: string
  /** Offers a call: where the head with the phone is out of sight. */
  call?: boolean
}

/** Frequent actions on a customer. */
export function FrequentActions({ profile, keys, call = false }: ServeMostProps) {
  const t = useWords(serve)
  const format = useFormat()
  const record = useRecord()
  const mayVisit = useMayCall(profileActivities.visit)
  const mayNote = useMayCall(profileActivities.note)
  const [note, noting] = useNote()
  const phone = fieldValueText(profile, 'phone')
  useKeys(keys ?? '', keys && mayNote ? [{ on: ['N'], label: t.note, run: () => note(profile.id) }] : [])
  return (
    <>
      {call && phone && (
        <Button
          component="a"
          href={`tel:${phone}`}
          leftSection={<IconPhone {...icon} />}
          aria-label={t.callNumber({ phone: format.formatPhone(phone) })}
        >
          {t.call}
        </Button>
      )}
      {mayVisit && (
        <Button
          leftSection={<IconBuildingStore {...icon} />}
          aria-label={t.visitLong}
          onClick={() => record.visit(profile)}
        >
          {t.visit}
        </Button>
      )}
      {mayNote && (
        <Button
          leftSection={<IconNote {...icon} />}
          onPointerEnter={() => void noteCode.preload()}
          title={keys && `${t.note} (N)`}
          onClick={() => note(profile.id)}
        >
          {t.note}
        </Button>
      )}
      {noting}
    </>
  )
}

/** The types of activities that are written down most, and the way to all of them. */
export function ServeMore({ profile }: { profile: ListedProfile }) {
  const t = useWords(serve)
  const record = useRecord()
  const { data } = useSummary(profile.id)
  const called = useCalled()
  const mayAdd = useMayCall(profileActivities.create)
  // The dialog reads the types with their fields.
  const maySeeTypes = useMayCall(activities.types)
  const [adding, setAdding] = useState<{ type?: number }>()
  const offered = (data?.offered ?? []).filter(({ empty }) => mayAdd && (empty || maySeeTypes)).slice(0, 2)
  return (
    <>
      <LineLinkButton profileId={profile.id} name={called(profile)} />
      {offered.map(({ id, name, empty }) => (
        <Button
          key={id}
          leftSection={<IconPlus {...icon} />}
          aria-label={t.addNamed({ name })}
          onClick={() => (empty ? record.activity(profile, { id, name }) : setAdding({ type: id }))}
        >
          <span className={styles.type}>{name}</span>
        </Button>
      ))}
      {mayAdd && maySeeTypes && (
        <Button
          leftSection={<IconCalendarPlus {...icon} />}
          onPointerEnter={() => void loadActivity()}
          onClick={() => setAdding({})}
        >
          {t.addActivity}
        </Button>
      )}
      {adding && (
        <Suspense>
          <ActivityDialog profileId={profile.id} type={adding.type} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
    </>
  )
}
