import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import styles from './states.module.css'

interface FormNoteProps {
  message: string | undefined
  kind?: 'error' | 'info'
  /** In the foot of a form. */
  place?: 'foot'
}

/** A sentence that belongs to a form as a whole, usually a refusal. */
export function FormNote({ message, kind = 'error', place }: FormNoteProps) {
  const Icon = kind === 'error' ? IconAlertCircle : IconInfoCircle
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={styles.note}
      data-kind={kind}
      data-place={place}
      hidden={!message}
    >
      <Icon size={18} stroke={1.6} />
      {message}
    </div>
  )
}
