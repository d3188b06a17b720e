import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts, UNDO_MS } from '../../ui/alerts.ts'
import { serve } from './serve-text.ts'
import { useCalled } from './use-called.ts'
import type { ListedProfile } from './values.ts'

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
        .then(() => alerts.success(t.undone(about)))
        .catch(() => undefined)
    alerts.success(t.recorded(about), { action: { label: t.undo, onClick: undo }, autoClose: UNDO_MS })
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
