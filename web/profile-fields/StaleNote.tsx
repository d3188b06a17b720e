import { Button } from '@mantine/core'
import { FormNote } from '../core/FormNote.tsx'
import { useWords } from '../core/text.ts'
import styles from './Fields.module.css'
import { text } from './text.ts'

interface StaleNoteProps {
  stale: boolean
  /** What both changed: its name, what it is now, and how to take that. */
  conflicts: { label: string; value: string; onTake: () => void }[]
}

/** Says that somebody saved in between, and offers what they made of each thing that both changed. */
export function StaleNote({ stale, conflicts }: StaleNoteProps) {
  const t = useWords(text)
  if (!stale) return null
  return (
    <div className={styles.stale}>
      <FormNote
        kind={conflicts.length > 0 ? 'error' : 'info'}
        message={conflicts.length > 0 ? t.stale : t.staleMerged}
      />
      {conflicts.map(({ label, value, onTake }) => (
        <div key={label}>
          <span>{t.theirs({ field: label, value: value || t.nothing })}</span>
          <Button size="sm" onClick={onTake} aria-label={t.takeTheirsOf({ field: label })}>
            {t.takeTheirs}
          </Button>
        </div>
      ))}
    </div>
  )
}
