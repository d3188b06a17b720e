import { Button } from '@mantine/core'
import { IconInfoCircle, IconUsers } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import { answers } from './answer-text.ts'
import { answeredOf } from './conflict-view.ts'
import styles from './HeldNote.module.css'
import type { RunDetail } from './use-source.ts'

interface HeldNoteProps {
  run: RunDetail
  /** Shows the rows that wait; left out where they are shown. */
  onSee: (() => void) | undefined
}

/** That rows of a run wait for an answer, or that answers were given which it does not count yet. */
export function HeldNote({ run, onSee }: HeldNoteProps) {
  const t = useWords(answers)
  const { held } = run.stats
  const answered = run.outdated ? answeredOf(run.heldBy) : 0
  const real = run.kind === 'real'
  if (run.undoneAt !== null || (held === 0 && !run.outdated)) return null
  if (!real && run.outdated && answered === 0) return <Note kind="info" title={t.changed} text="" onSee={undefined} />
  if (answered > 0) {
    const text = held > answered ? t.stillWaiting({ count: held - answered }) : ''
    return <Note kind="info" title={t.answered({ count: answered })} text={text} onSee={onSee} />
  }
  // The choice of the rows says it where they are shown.
  if (held === 0 || (!real && !onSee)) return null
  const title = (real ? t.left : t.waitHead)({ count: held })
  return <Note kind="warning" title={title} text={real ? t.leftText : t.waitText} onSee={onSee} />
}

interface NoteProps extends Pick<HeldNoteProps, 'onSee'> {
  kind: 'info' | 'warning'
  title: string
  text: string
}

function Note({ kind, title, text, onSee }: NoteProps) {
  const t = useWords(answers)
  const Icon = kind === 'info' ? IconInfoCircle : IconUsers
  return (
    <div role="status" className={styles.note} data-kind={kind}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <p>
        <strong>{title}</strong> {text}
      </p>
      {onSee && (
        <Button size="sm" onClick={onSee}>
          {t.seeWaiting}
        </Button>
      )}
    </div>
  )
}
