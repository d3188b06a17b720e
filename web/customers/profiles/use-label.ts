import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts, UNDO_MS } from '../../ui/alerts.ts'
import { serve } from './serve-text.ts'
import { useCalled } from './use-called.ts'
import type { Label, ProfileRow } from './values.ts'

/** Gives a customer a label, or takes it away; the alert that says so takes that back. */
export function useLabel(profile: ProfileRow) {
  const t = useWords(serve)
  const name = useCalled()(profile)
  const refreshes = [labels.list]
  const add = useWrite(profiles.addLabels, { refreshes })
  const remove = useWrite(profiles.removeLabel, { refreshes })
  const { id } = profile
  const give = (label: number) => add.mutateAsync({ params: { id }, body: { labelIds: [label] } })
  const take = (label: number) => remove.mutateAsync({ params: { id, label } })
  const given = (label: Label) => t.labelGiven({ label: label.name, name })
  const taken = (label: Label) => t.labelTaken({ label: label.name, name })

  const say = (label: Label, done: string, undo: (label: number) => Promise<unknown>, undone: string) => {
    // A second tap on the same label says no more.
    const alert = { id: `label-${id}-${label.id}` }
    // The screen that it was done on may be gone by then.
    const onClick = () =>
      undo(label.id)
        .then(() => alerts.success(undone, alert))
        .catch(() => undefined)
    alerts.success(done, { ...alert, action: { label: t.undo, onClick }, autoClose: UNDO_MS })
  }
  return {
    give: async (labelId: number) => {
      const { labels } = await give(labelId)
      const label = labels.find((one) => one.id === labelId)
      if (label) say(label, given(label), take, taken(label))
    },
    take: async (label: Label) => {
      await take(label.id)
      say(label, taken(label), give, given(label))
    },
  }
}
