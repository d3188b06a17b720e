import { Button } from '@mantine/core'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { AnswerPane } from './AnswerPane.tsx'
import { DecisionStep } from './DecisionStep.tsx'
import { FoundData } from './FoundData.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import { ReceivedStep } from './ReceivedStep.tsx'
import { RequestBar } from './RequestBar.tsx'
import { COPY_LOOK_MS, LOOK_MS, type PrivacyRequest } from './request.ts'
import { requestText } from './request-text.ts'
import { useAnswer } from './use-answer.ts'
import { useRequestWords } from './use-request-words.ts'
import { WayStep } from './WayStep.tsx'

/** A request of a customer: its steps on the left, its answer on the right. */
export function RequestPage() {
  const t = useWords(requestPageText)
  const r = useWords(requestText)
  const { who } = useRequestWords()
  const { requestId: id = '' } = useParams({ strict: false }) as { requestId?: string }
  const valid = /^[1-9]\d{0,8}$/.test(id)
  const poll = (one: PrivacyRequest | undefined) =>
    one?.step === 'done' ? false : one?.copy && !one.copy.madeAt ? COPY_LOOK_MS : LOOK_MS
  const read = useRead(privacyRequests.get, { params: { id } }, { enabled: valid, staleTime: 0, poll })
  const request = read.data
  usePageTitle(request && [r[request.kind], who(request), r.number({ id: String(request.id) })].join(' · '))
  if (!valid || (read.error?.status === 404 && !request)) {
    const back = (
      <Button component={RouteLink} to="setting-privacy">
        {t.toList}
      </Button>
    )
    return <EmptyState icon={IconShieldQuestion} title={t.gone} action={back} />
  }
  if (!request) return read.error ? <Unread read={read} /> : <Bones />
  return (
    <>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <RequestBar request={request} />
      <RequestParts key={request.id} request={request} />
    </>
  )
}

function RequestParts({ request }: { request: PrivacyRequest }) {
  const t = useWords(requestPageText)
  const setting = useRead(privacyRequests.setting, {})
  const answering = useAnswer(request, setting.data?.eraseNeedsTwo ?? false)
  const mayDecide = useMayCall(privacyRequests.decide)
  return (
    <div className={styles.page}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.steps} aria-label={t.steps} tabIndex={0}>
        <ol>
          <ReceivedStep request={request} />
          <IdentityStep request={request} mayAct={mayDecide} />
          <FoundData request={request} />
          <DecisionStep request={request} answering={answering} mayAct={mayDecide} />
          <WayStep request={request} answering={answering} mayAct={mayDecide} />
        </ol>
      </section>
      <AnswerPane request={request} answering={answering} mayAct={mayDecide} />
    </div>
  )
}
