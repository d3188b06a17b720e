import { ActionIcon, Button } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { IconCalendarEvent, IconPinFilled } from '@tabler/icons-react'
import { type Got, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import { noteLabels } from './note-text.ts'
import styles from './ProfileSummary.module.css'

type Summary = Got<typeof profileActivities.summary>

interface MarkedNotesProps extends Pick<Summary, 'pinnedNotes' | 'followUps'> {
  profileId: number
}

/** Pinned notes and open follow-ups of a customer, each with the way to take it from there. */
export function MarkedNotes({ profileId, pinnedNotes, followUps }: MarkedNotesProps) {
  const t = useWords(noteLabels)
  const format = useFormat()
  const mark = useMarkNote(profileId)
  return (
    <>
      {pinnedNotes.map(({ activityId, text, at, by }) => (
        <div key={activityId} className={styles.marked}>
          {mark.may ? (
            <ActionIcon
              size={24}
              className={styles.pin}
              aria-label={t.unpin({ text })}
              title={t.pinned}
              loading={mark.busy}
              onClick={() => mark.set(activityId, { pinned: false })}
            >
              <IconPinFilled size={15} />
            </ActionIcon>
          ) : (
            <IconPinFilled size={15} />
          )}
          <p>
            <strong>{text}</strong>{' '}
            <span className={styles.day}>{[by, format.date(at)].filter(Boolean).join(' · ')}</span>
          </p>
        </div>
      ))}
      {followUps.map(({ activityId, text, followOn }) => (
        <div key={activityId} className={styles.marked}>
          <span className={styles.sign}>
            <IconCalendarEvent size={16} stroke={1.6} />
          </span>
          <p>
            <span className={styles.day}>{t.followDay({ day: format.date(followOn) })}</span>: <strong>{text}</strong>
          </p>
          {mark.may && (
            <Button
              size="compact-sm"
              className={styles.done}
              loading={mark.busy}
              aria-label={t.doneNamed({ text })}
              onClick={() => mark.set(activityId, { done: true })}
            >
              {t.done}
            </Button>
          )}
        </div>
      ))}
    </>
  )
}

/** Changes the marks of a customer's notes. */
export function useMarkNote(profileId: number) {
  const write = useWrite(profileActivities.markNote)
  return {
    may: useMayCall(profileActivities.markNote),
    busy: write.isPending,
    set: (activityId: number, body: { pinned?: boolean; done?: boolean }) =>
      write.mutate({ params: { id: profileId, activityId }, body }),
  }
}
