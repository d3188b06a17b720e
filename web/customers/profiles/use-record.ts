import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { NewAct } from '../../background/acts/act.ts'
import { useAct } from '../../background/acts/use-act.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts, UNDO_MS } from '../../ui/alerts.ts'
import { serve } from './serve-text.ts'
import { useCalled } from './use-called.ts'
import type { ListedProfile } from './values.ts'

/** Announces a recorded activity of a customer; the alert removes it again. */
export function useUndoable(profileId: number) {
  const t = useWords(serve)
  const remove = useWrite(profileActivities.delete, { refreshes: [profiles.get] })
  return (made: { id: number }, said: string, undone: string, name?: string) => {
    // The screen that it was recorded from may be gone by then.
    const onClick = () =>
      remove
        .mutateAsync({ params: { id: profileId, activityId: made.id } })
        .then(() => alerts.success(undone, { name }))
        .catch(() => undefined)
    alerts.success(said, { name, action: { label: t.undo, onClick }, autoClose: UNDO_MS })
  }
}

/** Writes down what a customer does, by one tap; the alert that says so takes it back. */
export function useRecord() {
  const called = useCalled()
  const record = useAct()
  const act = (profile: ListedProfile, more: Pick<NewAct, 'kind' | 'typeId' | 'text'>) =>
    void record({ ...more, profileId: profile.id, name: called(profile) })
  return {
    visit: (profile: ListedProfile) => act(profile, { kind: 'visit' }),
    activity: (profile: ListedProfile, { id, name }: { id: number; name: string }) =>
      act(profile, { kind: 'activity', typeId: id, text: name }),
  }
}
