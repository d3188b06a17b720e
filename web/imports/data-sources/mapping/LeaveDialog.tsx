import { Button } from '@mantine/core'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './LeaveDialog.module.css'
import type { LeftColumn } from './left-columns.ts'
import type { TargetFields } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

/** Answers: map the columns, look at them again, or go on without them. */
export type Leaving = 'use' | 'back' | 'on'

interface LeaveDialogProps {
  left: readonly LeftColumn[]
  /** Sentences about other columns that wait for an answer. */
  notes: readonly string[]
  fields: TargetFields
  onAnswer: (answer: Leaving) => void
}

/** Width (px) of three buttons side by side, in English too. */
const WIDTH = 560

/** Lists what the file has of customers and the mapping leaves out. Going on is the quiet button. */
export function LeaveDialog({ left, notes, fields, onAnswer }: LeaveDialogProps) {
  const t = useStepWords(mappingText)
  const usable = left.filter(({ target }) => target !== null).length
  const nameOf = (target: NonNullable<LeftColumn['target']>) =>
    target === 'names' ? t.splitName : fields.get(target)?.displayName
  const back = () => onAnswer('back')
  return (
    <Dialog
      opened
      onClose={back}
      title={left.length > 0 ? t.leftTitle : t.leaveTitle}
      size={WIDTH}
      transitionProps={{ duration: 0 }}
    >
      {left.length > 0 && (
        <>
          <p className={styles.lead}>{t.leftText({ count: left.length })}</p>
          <ul className={styles.columns}>
            {left.map(({ id, name, target, holds: { what, count } }) => (
              <li key={id}>
                <strong>{name}</strong>
                <span>
                  {t[`holds_${what}`]({ count })}
                  {target && ` → ${nameOf(target)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <div className={styles.actions}>
        <Button size="md" variant="subtle" onClick={() => onAnswer('on')}>
          {left.length > 0 ? t.leaveWithout({ count: left.length }) : t.leaveOn}
        </Button>
        {usable > 0 ? (
          <>
            <Button size="md" onClick={back}>
              {t.leaveBack}
            </Button>
            <Button size="md" variant="filled" data-autofocus onClick={() => onAnswer('use')}>
              {t.mapColumnsFor({ count: usable })}
            </Button>
          </>
        ) : (
          <Button size="md" variant="filled" data-autofocus onClick={back}>
            {t.leaveBack}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
