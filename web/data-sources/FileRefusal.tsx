import { IconAlertCircle } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import styles from './FileDrop.module.css'
import type { Refusal } from './use-upload.ts'
import { wizard } from './wizard-text.ts'

/** Why a file can't be imported and what to do, with the error's code in small print. */
export function FileRefusal({ refusal }: { refusal: Refusal | undefined }) {
  const t = useWords(wizard)
  return (
    <div role="alert" className={styles.refusal} hidden={!refusal}>
      <IconAlertCircle size={18} stroke={1.6} aria-hidden />
      <div>
        <strong>{t.fileProblem}</strong>
        <p>{refusal?.message}</p>
        {refusal && refusal.code > 0 && <small>{t.errorCode({ code: refusal.code })}</small>}
      </div>
    </div>
  )
}
