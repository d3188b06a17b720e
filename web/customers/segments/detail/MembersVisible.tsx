import { Switch } from '@mantine/core'
import { segments } from '@ruam/contract/customers/segments.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useSession } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import type { Segment } from '../segment.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'

/** Who sees the members of a segment that sensitive data decides. Owners have a switch. */
export function MembersVisible({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const rights = useSession().store?.rights
  const write = useWrite(segments.setMembersVisible, { quiet: true })
  const shown = write.isPending ? write.variables.body.value : segment.membersVisible
  const turn = async (value: boolean) => {
    try {
      await write.mutateAsync({ params: { id: segment.id }, body: { value } })
    } catch (error) {
      if (isApiError(error)) alerts.error(error.message, { title: t.membersVisible })
    }
  }
  const sentence = shown ? t.membersShown : t.membersSecret
  if (!rights || !hasRole(rights, OWNER)) return <p className={styles.quiet}>{sentence}</p>
  return (
    <Switch
      size="xs"
      label={t.membersVisible}
      description={<span className={styles.quiet}>{sentence}</span>}
      checked={shown}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}
