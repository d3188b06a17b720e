import { Radio, Textarea } from '@mantine/core'
import { requestDecisions } from '@ruam/contract/privacy/requests.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { Step } from './Step.tsx'
import { type Answering, type Decision, isUndecided } from './use-answer.ts'

interface DecisionStepProps {
  request: PrivacyRequest
  answering: Answering
  mayAct: boolean
}

const MAX_LENGTH = 500

/** Decision with its reason: chosen by staff, or as it was made. */
export function DecisionStep({ request, answering, mayAct }: DecisionStepProps) {
  const t = useWords(requestPageText)
  const format = useFormat()
  const { kind, decision, profiles } = request
  const givesData = kind === 'see' || kind === 'copy'
  const said = (one: Decision) => (one === 'all' && givesData ? t.allData : t[one])
  if (decision) {
    const by = { decision: said(decision.decision), time: format.dateTime(decision.at) }
    const { approved } = decision
    return (
      <Step
        place={4}
        state="done"
        title={t.decision}
        note={t.decidedBy({ ...by, name: decision.by?.name || t.someone })}
      >
        {decision.reason && <blockquote className={styles.words}>{decision.reason}</blockquote>}
        {approved && (
          <p className={styles.quiet}>
            {t.approvedBy({ time: format.dateTime(approved.at), name: approved.by?.name || t.someone })}
          </p>
        )}
      </Step>
    )
  }
  if (!isUndecided(request)) return <Step place={4} state="next" title={t.decision} />
  const choices = requestDecisions.filter((one) => givesData || one !== 'without_others')
  return (
    <Step place={4} state="now" title={t.decision} note={t.decisionHint}>
      <fieldset className={styles.box} disabled={!mayAct} aria-label={t.decision}>
        <p className={styles.quiet}>
          {t[`does_${kind}`]}{' '}
          {kind === 'correct' && profiles[0] && (
            <RouteLink to="profile-edit" params={{ profileId: profiles[0].id }}>
              {t.editProfile}
            </RouteLink>
          )}
        </p>
        <Radio.Group
          aria-label={t.decide}
          value={answering.decision ?? ''}
          onChange={(chosen) => answering.set({ decision: chosen as Decision })}
        >
          <div className={styles.choices}>
            {choices.map((one) => (
              <Radio key={one} size="sm" value={one} label={said(one)} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t.reason}
          placeholder={t.reasonHint}
          required
          autosize
          minRows={1}
          maxRows={5}
          maxLength={MAX_LENGTH}
          value={answering.reason}
          onChange={(event) => answering.set({ reason: event.currentTarget.value })}
        />
      </fieldset>
    </Step>
  )
}
