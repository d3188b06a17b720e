import { Button } from '@mantine/core'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { IconClock } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { DaysBar, StepCell } from './cells.tsx'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import list from './Requests.module.css'
import { type PrivacyRequest, pressure } from './request.ts'
import { requestText } from './request-text.ts'
import { useRequestWords } from './use-request-words.ts'

const ExtendDialog = lazyPart(() => import('./ExtendDialog.tsx'))
const AssignDialog = lazyPart(() => import('./AssignDialog.tsx'))

/** Days that are left, who looks after it, and more time or another person for it. */
export function RequestBar({ request }: { request: PrivacyRequest }) {
  const t = useWords(requestPageText)
  const r = useWords(requestText)
  const words = useRequestWords()
  const format = useFormat()
  const mayExtend = useMayCall(privacyRequests.extend)
  const mayAssign = useMayCall(privacyRequests.change)
  const [dialog, setDialog] = useState<'extend' | 'assign'>()
  const { closedAt, dueAt, daysTaken, assignee, extended } = request
  const when = closedAt
    ? [r.ended({ date: format.date(closedAt) }), daysTaken !== null && r.took({ count: daysTaken })]
    : [r.dueOn({ date: format.date(dueAt) })]
  const facts = [...when, assignee ? t.assignedTo({ name: assignee.name }) : r.nobody].filter(Boolean)
  return (
    <div className={styles.bar}>
      <div>
        {closedAt ? (
          <StepCell request={request} />
        ) : (
          <>
            <IconClock size={18} stroke={1.6} aria-hidden />
            <strong className={list.left} data-pressure={pressure(request)}>
              {words.left(request)}
            </strong>
            <DaysBar request={request} />
          </>
        )}
        <span className={styles.quiet}>{facts.join(' · ')}</span>
        {extended && (
          <span className={styles.quiet}>{t.extendedBy({ count: extended.days, reason: extended.reason })}</span>
        )}
      </div>
      {!closedAt && (
        <div>
          {mayExtend && !extended && <Button onClick={() => setDialog('extend')}>{t.extend}</Button>}
          {mayAssign && <Button onClick={() => setDialog('assign')}>{t.assign}</Button>}
        </div>
      )}
      <Suspense>
        {dialog === 'extend' && <ExtendDialog request={request} onClose={() => setDialog(undefined)} />}
        {dialog === 'assign' && <AssignDialog request={request} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  )
}
