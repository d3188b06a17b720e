import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import styles from './states.module.css'

interface FormNoteProps {
  message: string | undefined
  kind?: 'error' | 'info'
}

/** A sentence that belongs to a form as a whole, usually a refusal. */
export function FormNote({ message, kind = 'error' }: FormNoteProps) {
  const Icon = kind === 'error' ? IconAlertCircle : IconInfoCircle
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={styles.note} data-kind={kind} hidden={!message}>
      <Icon size={18} stroke={1.6} />
      {message}
    </div>
  )
}
