import { Button, Checkbox } from '@mantine/core'
import { identityChecks, privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { Step } from './Step.tsx'

type Check = (typeof identityChecks)[number]

/** Proves the identity by what the store has and compares. */
export function IdentityStep({ request, mayAct }: { request: PrivacyRequest; mayAct: boolean }) {
  const t = useWords(requestPageText)
  const format = useFormat()
  const identify = useWrite(privacyRequests.identify, { quiet: true })
  const [checks, setChecks] = useState<readonly Check[]>([])
  const { identity, step, profiles } = request
  if (identity) {
    const known = identityChecks.filter((check) => identity.checks.includes(check))
    const what = identity.way === 'checklist' ? known.map((check) => t[check]).join(', ') : t[identity.way]
    const by = { what, time: format.dateTime(identity.at), name: identity.by?.name || t.someone }
    return <Step place={2} state="done" title={t.identityDone} note={t.identityBy(by)} />
  }
  if (step !== 'identity') return <Step place={2} state="next" title={t.identity} />
  return (
    <Step place={2} state="now" title={t.identity} note={t.identityHint}>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault()
          if (checks.length > 0) identify.mutate({ params: { id: request.id }, body: { checks: [...checks] } })
        }}
      >
        <Checkbox.Group
          label={t.checks}
          value={[...checks]}
          onChange={(chosen) => setChecks(identityChecks.filter((check) => chosen.includes(check)))}
        >
          <div className={styles.checks}>
            {identityChecks.map((check) => (
              <Checkbox key={check} value={check} label={t[check]} disabled={!mayAct} />
            ))}
          </div>
        </Checkbox.Group>
        <FormNote message={identify.error?.message} />
        <div className={styles.acts}>
          {profiles[0] && (
            <RouteLink to="profile-detail" params={{ profileId: profiles[0].id }}>
              {t.openProfile}
            </RouteLink>
          )}
          {mayAct && (
            <Button type="submit" variant="filled" disabled={checks.length === 0} loading={identify.isPending}>
              {t.confirm}
            </Button>
          )}
        </div>
      </form>
    </Step>
  )
}
