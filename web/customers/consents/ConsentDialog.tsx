import { Button, Stack, Textarea } from '@mantine/core'
import { CONSENT_NOTE_MAX_LENGTH, consents } from '@ruam/contract/customers/consents.ts'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { useMayCall } from '../../ui/may.ts'
import { useClose } from '../../ui/unsaved.ts'
import { ConsentBadge } from './ConsentBadge.tsx'
import styles from './Consents.module.css'
import { type Consent, consentAnswerAt } from './said.ts'
import { text } from './text.ts'

interface ConsentDialogProps {
  profileId: number
  consent: Consent
  /** Called when the user prefers to edit the question. */
  onEdit: () => void
  onClose: () => void
}

/** Purpose, current answer, and new answer of a customer, written by one more press. */
export default function ConsentDialog({ profileId, consent: now, onEdit, onClose }: ConsentDialogProps) {
  const t = useWords(text)
  const c = useWords(common)
  const mayEdit = useMayCall(consents.updatePurpose)
  const mayRecord = useMayCall(consents.record)
  // As it was opened: once the answer is there, other buttons would stand under the finger until it closes.
  const [consent] = useState(now)
  const [note, setNote] = useState('')
  const write = useWrite(consents.record, { quiet: true })
  const close = useClose(note.trim() !== '' && !write.isSuccess, onClose)
  const { purpose, state, entries } = consent
  const record = (operation: 'granted' | 'withdrawn') => {
    if (write.isPending) return
    const done = () => {
      alerts.success(t.saved)
      onClose()
    }
    write.mutate({ body: { profileId, purposeId: purpose.id, operation, note } }, { onSuccess: done })
  }
  return (
    <Dialog opened onClose={close} title={purpose.name} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        {purpose.description && <p className={styles.purposeText}>{purpose.description}</p>}
        {mayEdit && (
          <Button variant="subtle" className={styles.edit} onClick={onEdit}>
            {t.editPurpose}
          </Button>
        )}
        {mayRecord && (
          <>
            <Textarea
              label={t.note}
              placeholder={t.notePlaceholder}
              value={note}
              minRows={1}
              maxRows={6}
              maxLength={CONSENT_NOTE_MAX_LENGTH}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <FormFoot message={write.error?.message} busy={write.isPending}>
              {state !== 'unknown' && (
                <Button size="md" onClick={close}>
                  {c.cancel}
                </Button>
              )}
              {state !== 'withdrawn' && (
                <Button
                  size="md"
                  {...(state === 'granted' && { variant: 'filled', color: 'var(--ruam-danger-fill)' })}
                  loading={write.isPending && write.variables.body.operation === 'withdrawn'}
                  onClick={() => record('withdrawn')}
                >
                  {state === 'granted' ? t.withdraw : t.refuse}
                </Button>
              )}
              {state !== 'granted' && (
                <Button
                  size="md"
                  variant="filled"
                  loading={write.isPending && write.variables.body.operation === 'granted'}
                  onClick={() => record('granted')}
                >
                  {t.grant}
                </Button>
              )}
            </FormFoot>
          </>
        )}
        {entries.length > 0 && <ConsentLedger consent={consent} />}
      </Stack>
    </Dialog>
  )
}

/** Consent history of a customer with authors, the newest first. */
function ConsentLedger({ consent: { entries, truncated } }: { consent: Consent }) {
  const t = useWords(text)
  const format = useFormat()
  return (
    <section className={styles.ledger}>
      <h3>{truncated ? `${t.history} · ${t.latest({ count: entries.length })}` : t.history}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol aria-label={t.history} tabIndex={0}>
        {entries.map(({ at, source, note }, place) => (
          <li key={at}>
            <ConsentBadge said={consentAnswerAt(entries, place)} />
            <p>
              {format.dateTime(at)} · {source.name ?? t.somebody}
            </p>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
