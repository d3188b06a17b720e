import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconTrash, IconUserOff } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { deletionText } from './deletion-text.ts'
import { useCalled } from './use-called.ts'
import type { ListedProfile } from './values.ts'

function ListButton() {
  const t = useWords(deletionText)
  return (
    <Button component={RouteLink} to="profile-list">
      {t.toList}
    </Button>
  )
}

/** For a customer that does not exist, or no longer. */
export function ProfileMissing() {
  const t = useWords(deletionText)
  return <EmptyState icon={IconUserOff} title={t.goneTitle} text={t.goneText} action={<ListButton />} />
}

/** For a customer that was deleted and can still be brought back. */
export function ProfileDeleted({ profile }: { profile: ListedProfile }) {
  const t = useWords(deletionText)
  const format = useFormat()
  const mayRestore = useMayCall(profiles.restore)
  const restore = useWrite(profiles.restore)
  const name = useCalled()(profile)
  const bring = () =>
    restore.mutate({ params: { id: profile.id } }, { onSuccess: () => alerts.success(t.restored({ name }), { name }) })
  return (
    <EmptyState
      icon={IconTrash}
      title={t.deletedTitle}
      text={`${name} · ${t.deletedText({ time: format.dateTime(profile.deletedAt) })}`}
      action={
        <>
          <ListButton />
          {mayRestore && (
            <Button variant="filled" loading={restore.isPending} onClick={bring}>
              {t.restore}
            </Button>
          )}
        </>
      }
    />
  )
}
