import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import phone from '../../broadcasts/Preview.module.css'
import { initialsOf } from '../../channels/accounts/account-row.ts'
import { useSession, useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { CopyFiles } from './CopyFiles.tsx'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { type Answering, isUndecided } from './use-answer.ts'

interface AnswerPaneProps {
  request: PrivacyRequest
  answering: Answering
  mayAct: boolean
}

const MAX_LENGTH = 2000

/** The answer as the customer gets it, with the act that is next. */
export function AnswerPane({ request, answering, mayAct }: AnswerPaneProps) {
  const t = useWords(requestPageText)
  const { name: store } = useStore()
  const [isEditing, setEditing] = useState(false)
  const { answer, outcome, step, kind } = request
  const givesData = kind === 'see' || kind === 'copy'
  const text = answer ? answer.text : answering.text
  const onLine = answer ? answer.way === 'line' : answering.way === 'line'
  const editable = mayAct && !answer && !outcome && step !== 'identity' && step !== 'approval'
  return (
    <aside className={styles.answer} aria-label={answer ? t.sent : t.toSend}>
      <h2>{answer ? t.sent : t.toSend}</h2>
      <div className={styles.body}>
        {onLine && text && (
          <section className={`${phone.phone} ${styles.phone}`} data-theme="light" aria-label={t.preview}>
            <div className={phone.row}>
              <span className={phone.face} aria-hidden>
                {initialsOf(store)}
              </span>
              <div>
                <span className={phone.from}>{store}</span>
                <p className={phone.bubble}>{text}</p>
              </div>
            </div>
          </section>
        )}
        {!onLine && answer && text && <blockquote className={styles.words}>{text}</blockquote>}
        {editable && onLine && !isEditing && text && (
          <Button variant="subtle" onClick={() => setEditing(true)}>
            {t.editText}
          </Button>
        )}
        {editable && (isEditing || !onLine) && (
          <Textarea
            label={t.text}
            autosize
            minRows={3}
            maxRows={14}
            maxLength={MAX_LENGTH}
            value={answering.text}
            onChange={(event) => answering.set({ text: event.currentTarget.value })}
          />
        )}
        {givesData && request.identity && !request.closedAt && <CopyFiles request={request} />}
        {outcome && !answer && <p className={styles.quiet}>{t.personGone}</p>}
      </div>
      <div className={styles.foot}>
        <FormNote message={answering.fault} place="foot" />
        {mayAct && !outcome ? <Acts request={request} answering={answering} /> : outcome && <p>{t.closed}</p>}
      </div>
    </aside>
  )
}

function Acts({ request, answering }: Omit<AnswerPaneProps, 'mayAct'>) {
  const t = useWords(requestPageText)
  const { user } = useSession()
  const { step, decision } = request
  const { busy, way, waitsForSecond } = answering
  if (step === 'approval') {
    if (decision?.by?.id === user?.id) return <p>{t.waitsApproval}</p>
    return (
      <>
        <p>{t.mayApprove({ name: decision?.by?.name || t.someone })}</p>
        <Button
          variant="filled"
          color="var(--ruam-danger-fill)"
          loading={busy}
          onClick={() => void answering.approve()}
        >
          {t.approve}
        </Button>
      </>
    )
  }
  if (step === 'answer')
    return (
      <Button
        variant="filled"
        leftSection={way === 'line' && <IconSend size={16} stroke={1.6} />}
        loading={busy}
        onClick={() => void answering.answer()}
      >
        {way === 'line' ? t.send : t.noteAnswer}
      </Button>
    )
  if (!isUndecided(request)) return null
  if (waitsForSecond)
    return (
      <Button variant="filled" loading={busy} onClick={() => void answering.decide(false)}>
        {t.decideErase}
      </Button>
    )
  return (
    <>
      <Button disabled={busy} onClick={() => void answering.decide(false)}>
        {t.decideOnly}
      </Button>
      <Button
        variant="filled"
        leftSection={way === 'line' && <IconSend size={16} stroke={1.6} />}
        loading={busy}
        onClick={() => void answering.decide(true)}
      >
        {way === 'line' ? t.decideAndSend : t.decideAnd}
      </Button>
    </>
  )
}
