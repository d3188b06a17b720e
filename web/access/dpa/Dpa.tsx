import { Button } from '@mantine/core'
import { dpa } from '@ruam/contract/access/dpa.ts'
import { CONSENT_APP, CONSENT_TYPE } from '@ruam/contract/platform/constants.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { IconFileOff, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { NextSteps } from '../../app/NothingOpen.tsx'
import { type Got, useRead } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { refreshRights, useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Agreement.module.css'
import { AgreementText } from './AgreementText.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { text } from './text.ts'

// The three screens stand in one file: each file of a screen is one more name among the scripts of the first visit.

/** Asks an owner before the store opens; the guard redirects others. */
export function DpaCreate() {
  const t = useWords(text)
  const format = useFormat()
  return (
    <AgreementPage>
      {(agreement) => {
        if (agreement.result !== 'not-found') return <DecidedElsewhere />
        const { earlier } = agreement
        const again = earlier && t.askAgainText({ version: earlier.version, when: format.date(earlier.decidedAt) })
        return (
          <>
            <div className={styles.lead}>
              <h2>{earlier ? t.askAgain : t.askFirst}</h2>
              <p>{t.askFirstText}</p>
            </div>
            {earlier?.result === 'accepted' && <FormNote kind="info" message={again ?? undefined} />}
            <AgreementPaper agreement={agreement} />
            <DecisionForm agreement={agreement} />
          </>
        )
      }}
    </AgreementPage>
  )
}

/** For a decision from another device: once it is known here, the guard leads on. */
function DecidedElsewhere() {
  useEffect(() => void refreshRights().catch(() => undefined), [])
  return <Bones />
}

/** The agreement that a store has decided about, to be read and printed; owners change the decision here. */
export function Dpa() {
  const t = useWords(text)
  const { rights } = useStore()
  return (
    <AgreementPage>
      {(agreement) => {
        const accepted = agreement.result === 'accepted'
        return (
          <>
            <div className={styles.lead}>
              <h2>{accepted ? t.accepted : t.declined}</h2>
              <p>{accepted ? t.acceptedText : t.declinedText}</p>
              <Button leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
                {t.print}
              </Button>
            </div>
            <AgreementPaper agreement={agreement} />
            {hasRole(rights, OWNER) && <DecisionForm key={agreement.decidedAt} agreement={agreement} />}
          </>
        )
      }}
    </AgreementPage>
  )
}

/** For those whom a missing agreement keeps out of a store. */
export function DpaNotAllowed() {
  const t = useWords(text)
  const owner = hasRole(useStore().rights, OWNER)
  const action = (
    <>
      {owner && (
        <Button variant="filled" component={RouteLink} to="dpa">
          {t.toAgreement}
        </Button>
      )}
      <NextSteps />
    </>
  )
  return <EmptyState icon={IconFileOff} title={t.closed} text={owner ? t.closedOwner : t.closedText} action={action} />
}

/** A page about the agreement, once that is known. */
function AgreementPage({ children }: { children: (agreement: Got<typeof dpa.detail>) => ReactNode }) {
  const read = useAgreement()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.page}>
        {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
        {read.data ? children(read.data) : !read.error && <Bones />}
      </div>
    </div>
  )
}

/** The agreement in force, and how the open store stands to it. */
const useAgreement = () => useRead(dpa.detail, { body: { appName: CONSENT_APP, type: CONSENT_TYPE } })

/** An agreement as it is read and printed: its text, and who has decided what about it. */
function AgreementPaper({ agreement }: { agreement: Got<typeof dpa.detail> }) {
  const t = useWords(text)
  const format = useFormat()
  const store = useStore()
  const inLanguage = agreement.document[usePreferences().language]
  const { consentee, decidedAt } = agreement
  return (
    <article className={styles.paper}>
      <h2>{inLanguage.title}</h2>
      <small>{t.version({ version: agreement.version })}</small>
      <AgreementText text={inLanguage} />
      {consentee && (
        <dl className={styles.facts}>
          <dt>{t.decision}</dt>
          <dd>{agreement.result === 'accepted' ? t.yes : t.no}</dd>
          <dt>{t.when}</dt>
          <dd>{format.dateTime(decidedAt)}</dd>
          <dt>{t.store}</dt>
          <dd>{store.name}</dd>
          <dt>{t.onBehalf}</dt>
          <dd>
            {[consentee.name, consentee.position, consentee.company, consentee.email]
              .filter((part) => part)
              .join(' · ')}
          </dd>
          <dt>{t.hash}</dt>
          <dd>{agreement.documentHash}</dd>
        </dl>
      )}
    </article>
  )
}
