import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type Got, useWrite } from '../../data/api.ts'
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
  const t = useWords(serve)
  const called = useCalled()
  const refreshes = [profiles.get]
  const visit = useWrite(profileActivities.visit, { refreshes })
  const create = useWrite(profileActivities.create, { refreshes })
  const remove = useWrite(profileActivities.delete, { refreshes })
  const busy = visit.isPending || create.isPending
  const said = (profile: ListedProfile) => (made: Got<typeof profileActivities.visit>) => {
    const about = { type: made.type.name, name: called(profile) }
    // The screen that it was recorded from may be gone by then.
    const undo = () =>
      remove
        .mutateAsync({ params: { id: profile.id, activityId: made.id } })
        .then(() => alerts.success(t.undone(about), { name: about.name }))
        .catch(() => undefined)
    const action = { label: t.undo, onClick: undo }
    alerts.success(t.recorded(about), { name: about.name, action, autoClose: UNDO_MS })
  }
  // A second tap while the first is on its way is the same one.
  const unlessBusy = (write: () => Promise<unknown>) => {
    if (!busy) void write().catch(() => undefined)
  }
  return {
    busy,
    visit: (profile: ListedProfile) =>
      unlessBusy(() => visit.mutateAsync({ params: { id: profile.id }, body: {} }).then(said(profile))),
    activity: (profile: ListedProfile, activityTypeId: number) =>
      unlessBusy(() =>
        create.mutateAsync({ params: { id: profile.id }, body: { activityTypeId } }).then(said(profile)),
      ),
  }
}
