import { ActionIcon } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconTrash } from '@tabler/icons-react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useMayCall } from '../../../ui/may.ts'
import type { Activity } from './activity.ts'
import { log } from './log-text.ts'

/** Takes away an activity that was written by hand, after asking. */
export function ActivityDelete({ activity, profileId }: { activity: Activity; profileId: number }) {
  const t = useWords(log)
  const c = useWords(common)
  const format = useFormat()
  const confirm = useConfirm()
  const mayDelete = useMayCall(profileActivities.delete)
  const remove = useWrite(profileActivities.delete, { refreshes: [profiles.get] })
  if (!mayDelete) return null
  const about = { name: activity.type.name, time: format.dateTime(activity.activityAt) }
  const ask = async () => {
    const question = { title: t.deleteActivityTitle, text: t.deleteActivityText(about), yes: c.delete }
    if (!(await confirm({ ...question, mode: 'cancel' }))) return
    const params = { id: profileId, activityId: activity.id }
    remove.mutate({ params }, { onSuccess: () => alerts.success(c.deleted) })
  }
  return (
    <ActionIcon aria-label={t.deleteActivity(about)} loading={remove.isPending} onClick={() => void ask()}>
      <IconTrash size={16} stroke={1.6} />
    </ActionIcon>
  )
}
