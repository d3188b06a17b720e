import { NativeSelect } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, type Sending, useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { text } from '../text.ts'
import styles from './Excluded.module.css'

type Reach = Got<typeof broadcasts.target>
export type ExclusionQuery = Pick<Sending<typeof broadcasts.excluded>['body'], 'channel' | 'target' | 'purposeId'>
type Reason = Reach['exclusions'][number]['reason']

interface ExcludedDialogProps {
  asked: ExclusionQuery
  exclusions: Reach['exclusions']
  /** The reason whose people are shown first; null: all. */
  reason: Reason | null
  onClose: () => void
}

const SHOWN = 100

/** The people of a target who are not reached, by reason. */
export default function ExcludedDialog({ asked, exclusions, reason: first, onClose }: ExcludedDialogProps) {
  const t = useWords(text)
  const [reason, setReason] = useState(first)
  const read = useRead(broadcasts.excluded, { body: { ...asked, reason, limit: SHOWN } })
  const total = exclusions.reduce((sum, one) => sum + one.total, 0)
  return (
    <Dialog opened onClose={onClose} title={t.excludedTitle} size={480} transitionProps={{ duration: 0 }}>
      <div className={styles.excluded}>
        <NativeSelect
          aria-label={t.reason}
          value={reason ?? ''}
          data={[
            { value: '', label: `${t.anyReason} (${formatNumber(total)})` },
            ...exclusions.map((one) => ({ value: one.reason, label: `${t[one.reason]} (${formatNumber(one.total)})` })),
          ]}
          onChange={(event) =>
            setReason(exclusions.find((one) => one.reason === event.currentTarget.value)?.reason ?? null)
          }
        />
        {read.error && !read.data && <Unread read={read} />}
        {read.data?.results.length === 0 && (
          <EmptyState icon={IconUsers} title={t.noExcluded} text={t.noExcludedText} />
        )}
        {read.data && read.data.results.length > 0 && (
          <ul>
            {read.data.results.map(({ profile, friend, reason: of }, index) => (
              <li key={profile?.id ?? `friend ${index}`}>
                {profile ? (
                  <RouteLink to="profile-detail" params={{ profileId: profile.id }} onClick={onClose}>
                    {profile.name || profile.id}
                  </RouteLink>
                ) : (
                  <em>{friend?.name || t.notCustomer}</em>
                )}
                <span>{t[of]}</span>
              </li>
            ))}
          </ul>
        )}
        {read.data && read.data.total > read.data.results.length && (
          <p>{t.moreExcluded({ count: read.data.total - read.data.results.length })}</p>
        )}
      </div>
    </Dialog>
  )
}
