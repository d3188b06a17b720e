import { keylessModes } from '@ruam/contract/imports/mapping.ts'
import { Fragment } from 'react'
import { wizard } from '../wizard-text.ts'
import { Choice } from './Choice.tsx'
import { FoundChoices } from './FoundChoices.tsx'
import styles from './MatchSentence.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { addsAll, type Draft, draftKeysOf, feedersOf, setKey } from './mapping-draft.ts'
import { ROW_NUMBER } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface MatchSentenceProps {
  draft: Draft
  /** Fields that may be used, in the order they are offered. */
  candidates: readonly number[]
  fields: MappingAnswer['profileFields']
  onChange: (change: Partial<Draft>) => void
}

const MAX_KEYS = 5
/** The choice that no field tells customers apart. */
const ALL_NEW = 'all-new'

/** A sentence of controls: the fields by which rows match customers, and what to do with the rows. */
export function MatchSentence({ draft, candidates, fields, onChange }: MatchSentenceProps) {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const keys = draftKeysOf(draft, candidates)
  const numbered = feedersOf(draft).has(ROW_NUMBER)
  const allNew = addsAll(draft, keys)
  const nobody = { value: ALL_NEW, label: m.keyNone }
  const choose = (value: string) => {
    if (value === ALL_NEW) onChange({ keys: [], allNew: true })
    else if (value) onChange({ keys: setKey(keys, 0, Number(value)), allNew: false })
  }
  const nameOf = (id: number) => fields.find((field) => field.id === id)?.displayName ?? ''
  const options = candidates.map((id) => ({ value: String(id), label: nameOf(id) }))
  const unused = options.filter(({ value }) => !keys.includes(Number(value)))
  const place = (at: number, value: string) => onChange({ keys: setKey(keys, at, value ? Number(value) : null) })
  const join = (at: number) =>
    at === 0 && !numbered ? '' : at === 0 ? t.ifMissing : at === 1 ? t.ifMissing : t.andThen
  return (
    <div className={styles.sentence}>
      <p>
        <span className={styles.phrase}>{t.sameWhen}</span> {numbered && <strong>{m.byNumber}</strong>}{' '}
        {numbered && <span className={styles.phrase}>{t.matches}</span>}{' '}
        {keys.map((key, at) => (
          <Fragment key={key}>
            <span className={styles.phrase}>{join(at)}</span>{' '}
            <Choice
              label={t.keyAt({ place: at + 1 })}
              value={String(key)}
              options={[...options, { value: '', label: t.removeKey }]}
              onChange={(value) => place(at, value)}
            />{' '}
            {at === 0 && !numbered && <span className={styles.phrase}>{t.matches}</span>}{' '}
          </Fragment>
        ))}
        {keys.length === 0 && !numbered && (
          <Choice
            label={t.keyAt({ place: 1 })}
            value={allNew ? ALL_NEW : ''}
            missing={!allNew}
            options={[...(allNew ? [] : [{ value: '', label: t.chooseKey }]), ...options, nobody]}
            onChange={choose}
          />
        )}
        {keys.length === 0 && !numbered && ' '}
        {keys.length === 0 && !numbered && !allNew && <span className={styles.phrase}>{t.matches}</span>}
        {(keys.length > 0 || numbered) && keys.length < MAX_KEYS && unused.length > 0 && (
          <Choice
            label={t.addKey}
            value=""
            quiet
            options={[{ value: '', label: `+ ${t.addKey}` }, ...unused]}
            onChange={(value) => value && place(keys.length, value)}
          />
        )}
      </p>
      <p hidden={allNew}>
        <FoundChoices draft={draft} onChange={onChange} />
      </p>
      {(keys.length > 0 || numbered) && draft.mode !== 'existing' && (
        <p>
          <span className={styles.phrase}>{m.keylessRows}</span>{' '}
          <Choice
            label={m.keylessRows}
            value={draft.keyless}
            options={keylessModes.map((value) => ({ value, label: m[`keyless_${value}`] }))}
            onChange={(value) => onChange({ keyless: value === 'add' ? 'add' : 'fail' })}
          />
        </p>
      )}
      {draft.unknownCodes === 'add' && draft.mode !== 'existing' && <p>{m.unknownCodesAdd}</p>}
    </div>
  )
}
