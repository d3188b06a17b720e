import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { IconEyeCheck } from '@tabler/icons-react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { PagingBar } from '../../ui/PagingBar.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { useView } from '../../ui/view.ts'
import styles from './ErasureMentions.module.css'
import { MentionRow } from './MentionRow.tsx'
import { mentionText } from './mention-text.ts'

const statuses = ['open', 'settled'] as const

/** Places where the name of an erased customer may remain, to be reviewed one by one. */
export function ErasureMentions() {
  const t = useWords(mentionText)
  const view = useView({ sorts: ['found_at'], sort: 'found_at', filters: { status: statuses } })
  const { status = 'open' } = view.filters
  const { offset, limit } = view.query
  const read = useRead(profileErasure.mentions, { query: { offset, limit, status } })
  const mentions = read.data?.data ?? []
  return (
    <>
      <Toolbar>
        <Pills
          label={t.status}
          choices={statuses.map((value) => ({ value, text: t[value] }))}
          chosen={status}
          onChoose={(one) => view.show({ filters: { status: one === 'open' ? undefined : one } })}
        />
      </Toolbar>
      {read.error && <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <Bones />}
      {read.data && mentions.length === 0 && (
        <EmptyState
          icon={IconEyeCheck}
          title={status === 'open' ? t.emptyOpen : t.emptySettled}
          text={status === 'open' ? t.emptyText : undefined}
        />
      )}
      {read.data && mentions.length > 0 && (
        <>
          <p className={styles.lead}>{t.lead}</p>
          <ul className={styles.mentions} aria-label={t.list}>
            {mentions.map((mention) => (
              <MentionRow key={mention.id} mention={mention} />
            ))}
          </ul>
          <PagingBar
            total={read.data.total}
            view={view}
            onShow={(change) => view.show({ filters: { status }, ...change })}
          />
        </>
      )}
    </>
  )
}
