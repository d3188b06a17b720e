import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useCalled } from '../use-called.ts'
import type { ProfileRow } from '../values.ts'
import { listText } from './list-text.ts'

/** Brings a deleted customer back. */
export function RestoreButton({ profile }: { profile: ProfileRow }) {
  const t = useWords(listText)
  const name = useCalled()(profile)
  const restore = useWrite(profiles.restore)
  return (
    <Button
      aria-label={t.restoreName({ name })}
      loading={restore.isPending}
      // Awaited and not called back: the row, and this button with it, is gone by then.
      onClick={() =>
        void restore.mutateAsync({ params: { id: profile.id } }).then(
          () => alerts.success(t.restored({ name })),
          () => undefined,
        )
      }
    >
      {t.restore}
    </Button>
  )
}
