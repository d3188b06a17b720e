import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { legalBases, WORDING_MAX_LENGTH, wordingChannels } from '@ruam/contract/customers/consent-wording.ts'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { compareWords } from '@ruam/contract/customers/wording-change.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import styles from './Purpose.module.css'
import type { WordedPurpose } from './said.ts'
import { type Choice, WordingChoice } from './WordingChoice.tsx'
import { wordingText } from './wording-text.ts'

type Words = Pick<WordedPurpose['versions'][number], 'textTh' | 'textEn' | 'channels' | 'legalBasis'>

const wordsOf = ({ textTh, textEn, channels, legalBasis }: Words): Words => ({ textTh, textEn, channels, legalBasis })

/** The draft of the next wording: its words, and what happens to former consents when it is started. */
export function WordingDraft({ purpose }: { purpose: WordedPurpose }) {
  const t = useWords(wordingText)
  const { draft, versions } = purpose
  const used = versions[0]
  const [begun, setBegun] = useState(draft !== null)
  if (!used) return null
  if (!begun)
    return (
      <aside className={styles.draft}>
        <p className={styles.quiet}>{t.noDraft}</p>
        <Button leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setBegun(true)}>
          {t.newDraft}
        </Button>
      </aside>
    )
  return <DraftForm purpose={purpose} used={used} onDiscard={() => setBegun(false)} />
}

interface DraftFormProps {
  purpose: WordedPurpose
  used: WordedPurpose['versions'][number]
  onDiscard: () => void
}

function DraftForm({ purpose, used, onDiscard }: DraftFormProps) {
  const t = useWords(wordingText)
  const format = useFormat()
  const confirm = useConfirm()
  const { draft, people } = purpose
  const params = { id: String(purpose.id) }
  const saved = wordsOf(draft ?? used)
  const [words, setWords] = useState(saved)
  const [choice, setChoice] = useState<Choice>('keep')
  const change = (some: Partial<Words>) => setWords({ ...words, ...some })
  const isChanged = JSON.stringify(words) !== JSON.stringify(saved)
  useUnsaved(isChanged)
  const save = useWrite(consentWordings.saveDraft, { quiet: true })
  const discard = useWrite(consentWordings.discardDraft, { quiet: true })
  const start = useWrite(consentWordings.startDraft, { quiet: true, refreshes: [consents.purposes] })
  const version = draft?.version ?? used.version + 1
  const giveUp = async () => {
    if (!(await confirm({ title: t.discardTitle, yes: t.discard }))) return
    if (draft) discard.mutate({ params }, { onSuccess: onDiscard })
    else onDiscard()
  }
  const begin = () => {
    if (!draft) return
    const body = { choice, originTime: draft.updatedAt, granted: people.granted }
    start.mutate({ params, body }, { onSuccess: () => alerts.success(t.started) })
  }
  const error = save.error ?? start.error ?? discard.error
  return (
    <aside className={styles.draft} aria-label={t.draft({ version })}>
      <h2>
        {t.draft({ version })}
        {draft && <small>{t.savedAt({ time: format.time(draft.updatedAt) })}</small>}
      </h2>
      <Textarea
        label={t.textTh}
        value={words.textTh}
        autosize
        minRows={3}
        maxLength={WORDING_MAX_LENGTH}
        onChange={(event) => change({ textTh: event.currentTarget.value })}
      />
      <Textarea
        label={t.textEn}
        value={words.textEn}
        autosize
        minRows={2}
        maxLength={WORDING_MAX_LENGTH}
        onChange={(event) => change({ textEn: event.currentTarget.value })}
      />
      <Compared before={used.textTh} after={words.textTh} version={used.version} />
      <fieldset className={styles.channels}>
        <legend>{t.channels}</legend>
        {wordingChannels.map((channel) => (
          <Checkbox
            key={channel}
            size="sm"
            label={t[channel]}
            checked={words.channels.includes(channel)}
            onChange={(event) =>
              change({
                channels: wordingChannels.filter((one) =>
                  one === channel ? event.currentTarget.checked : words.channels.includes(one),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <NativeSelect
        label={t.legalBasis}
        value={words.legalBasis}
        data={legalBases.map((value) => ({ value, label: t[value] }))}
        onChange={(event) => change({ legalBasis: event.currentTarget.value as Words['legalBasis'] })}
      />
      {draft && !isChanged ? (
        <WordingChoice purpose={purpose} lock={draft.lock} choice={choice} onChange={setChoice} />
      ) : (
        <p className={styles.quiet}>{t.saveFirst}</p>
      )}
      <FormFoot className={styles.foot} message={error?.message} busy={save.isPending || start.isPending}>
        <Button c="var(--ruam-danger)" loading={discard.isPending} onClick={() => void giveUp()}>
          {t.discard}
        </Button>
        <span />
        <Button
          disabled={words.channels.length === 0 || (draft !== null && !isChanged)}
          loading={save.isPending}
          onClick={() => save.mutate({ params, body: { ...words, originTime: draft?.updatedAt ?? null } })}
        >
          {t.save}
        </Button>
        {draft && !isChanged && (
          <Button variant="filled" loading={start.isPending} onClick={begin}>
            {choice === 'correct' ? t.startCorrection : t.start({ version })}
          </Button>
        )}
      </FormFoot>
    </aside>
  )
}

/** The words that differ from the wording in use. */
function Compared({ before, after, version }: { before: string; after: string; version: number }) {
  const t = useWords(wordingText)
  if (before === after || !before) return null
  return (
    <div className={styles.compared}>
      <p className={styles.quiet}>{t.compared({ version })}</p>
      <p>
        {compareWords(before, after).map(({ kind, text }, place) => {
          const key = `${place} ${kind}`
          if (kind === 'same') return <span key={key}>{text}</span>
          return kind === 'added' ? <ins key={key}>{text}</ins> : <del key={key}>{text}</del>
        })}
      </p>
    </div>
  )
}
