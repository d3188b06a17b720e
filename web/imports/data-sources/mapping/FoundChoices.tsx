import type { matchModes } from '@ruam/contract/imports/mapping.ts'
import { wizard } from '../wizard-text.ts'
import { Choice } from './Choice.tsx'
import styles from './MatchSentence.module.css'
import type { Draft } from './mapping-draft.ts'
import { useStepWords } from './step-words.ts'

interface FoundChoicesProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** What happens to rows whose customer is found, and to those of nobody yet. */
export function FoundChoices({ draft, onChange }: FoundChoicesProps) {
  const t = useStepWords(wizard)
  return (
    <>
      <span className={styles.phrase}>{t.found}</span>{' '}
      <Choice
        label={t.whenFound}
        value={draft.mode === 'new' ? 'skip' : 'do'}
        options={[
          { value: 'do', label: t.doUpdate },
          { value: 'skip', label: t.doSkip },
        ]}
        onChange={(value) => onChange({ mode: modeOf(value === 'do', draft.mode !== 'existing') })}
      />{' '}
      <span className={styles.phrase}>{t.notFound}</span>{' '}
      <Choice
        label={t.whenNotFound}
        value={draft.mode === 'existing' ? 'skip' : 'do'}
        options={[
          { value: 'do', label: t.doAdd },
          { value: 'skip', label: t.doSkip },
        ]}
        onChange={(value) => onChange({ mode: value === 'do' ? modeOf(draft.mode !== 'new', true) : 'existing' })}
      />
    </>
  )
}

/** A mapping that does neither would do nothing: leaving one out turns the other on. */
const modeOf = (updates: boolean, adds: boolean): (typeof matchModes)[number] =>
  updates ? (adds ? 'both' : 'existing') : 'new'
