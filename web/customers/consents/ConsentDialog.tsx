import { Button, Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { CONSENT_NOTE_MAX_LENGTH, consents, staffWays } from '@ruam/contract/customers/consents.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
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
  const [way, setWay] = useState<(typeof staffWays)[number]>()
  const [guardian, setGuardian] = useState(false)
  const [lacks, setLacks] = useState(false)
  const gate = useRead(consentWordings.ageGate, {})
  const write = useWrite(consents.record, { quiet: true })
  const close = useClose(note.trim() !== '' && !write.isSuccess, onClose)
  const { purpose, state, version, entries } = consent
  const record = (operation: 'granted' | 'withdrawn') => {
    if (write.isPending) return
    const isProved = way !== undefined && note.trim() !== ''
    setLacks(operation === 'granted' && !isProved)
    if (operation === 'granted' && !isProved) return
    const done = () => {
      alerts.success(t.saved)
      onClose()
    }
    const body = { profileId, purposeId: purpose.id, operation, note, version, guardian, ...(way && { way }) }
    write.mutate({ body }, { onSuccess: done })
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
            <NativeSelect
              label={t.way}
              value={way ?? ''}
              data={[{ value: '', label: t.chooseWay }, ...staffWays.map((value) => ({ value, label: t[value] }))]}
              onChange={(event) => setWay((event.currentTarget.value || undefined) as typeof way)}
            />
            <Textarea
              label={t.note}
              placeholder={t.notePlaceholder}
              value={note}
              minRows={1}
              maxRows={6}
              maxLength={CONSENT_NOTE_MAX_LENGTH}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {gate.data?.value && (
              <Checkbox
                label={t.guardian}
                checked={guardian}
                onChange={(event) => setGuardian(event.currentTarget.checked)}
              />
            )}
            <FormFoot message={lacks ? t.evidenceMissing : write.error?.message} busy={write.isPending}>
              {state !== 'unknown' && (
                <Button size="md" onClick={close}>
                  {c.cancel}
                </Button>
              )}
              {(state !== 'withdrawn' || guardian) && (
                <Button
                  size="md"
                  {...(state === 'granted' && { variant: 'filled', color: 'var(--ruam-danger-fill)' })}
                  loading={write.isPending && write.variables.body.operation === 'withdrawn'}
                  onClick={() => record('withdrawn')}
                >
                  {state === 'granted' ? t.withdraw : t.refuse}
                </Button>
              )}
              {(state !== 'granted' || guardian) && (
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
        {entries.map(({ at, source, note, version, way, guardian }, place) => (
          <li key={at}>
            <ConsentBadge said={consentAnswerAt(entries, place)} />
            <p>
              {format.dateTime(at)} · {source.name ?? t.somebody}
            </p>
            <p>
              {t.version({ version })} · {t[way]}
              {guardian && ` · ${t.guardianSaid}`}
            </p>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
