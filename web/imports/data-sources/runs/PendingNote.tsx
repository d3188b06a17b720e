import { Button } from '@mantine/core'
import { IconInfoCircle, IconUsers } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { answers } from '../records/answer-text.ts'
import { answeredOf } from '../records/conflict-view.ts'
import type { RunDetail } from '../use-source.ts'
import styles from './PendingNote.module.css'

interface HeldNoteProps {
  run: RunDetail
  /** Shows the rows that wait; left out where they are shown. */
  onSee?: (() => void) | undefined
}

/** That rows of a run wait for an answer, or that answers were given which it does not count yet. */
export function PendingNote({ run, onSee }: HeldNoteProps) {
  const t = useWords(answers)
  const said = usePendingText(run)
  if (!said) return null
  const Icon = said.kind === 'info' ? IconInfoCircle : IconUsers
  return (
    <div role="status" className={styles.note} data-kind={said.kind}>
      <Icon size={18} stroke={1.6} />
      <p>
        <strong>{said.title}</strong> <span>{said.text}</span>
      </p>
      {onSee && (
        <Button size="sm" onClick={onSee}>
          {t.seeWaiting}
        </Button>
      )}
    </div>
  )
}

/** Sentences about rows pending review; undefined without any. */
export function usePendingText(run: RunDetail): { kind: 'info' | 'warning'; title: string; text: string } | undefined {
  const t = useWords(answers)
  const { held } = run.stats
  if (held === 0 || run.undoneAt !== null) return undefined
  const real = run.kind === 'real'
  const answered = run.outdated ? answeredOf(run.heldGroups) : 0
  if (answered > 0) {
    const text = held > answered ? t.stillWaiting({ count: held - answered }) : ''
    return { kind: 'info', title: t.answered({ count: answered }), text }
  }
  if (real) return { kind: 'warning', title: t.left({ count: held }), text: t.leftText }
  if (run.outdated) return { kind: 'info', title: t.changed, text: '' }
  return { kind: 'warning', title: t.waitHead({ count: held }), text: t.waitText }
}
