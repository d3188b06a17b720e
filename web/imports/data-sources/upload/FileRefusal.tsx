import { IconAlertCircle } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import styles from './FileDrop.module.css'
import type { Refusal } from './use-upload.ts'

/** Why a file can't be imported and what to do, with the error's code in small print. `wayOut`: what can be tried right here. */
export function FileRefusal({ refusal, wayOut }: { refusal: Refusal | undefined; wayOut?: string }) {
  const t = useWords(importing)
  return (
    <div role="alert" className={styles.refusal} hidden={!refusal}>
      <IconAlertCircle size={18} stroke={1.6} />
      <div>
        <strong>{t.fileProblem}</strong>
        <p>
          {refusal?.message} {wayOut}
        </p>
        {refusal && refusal.code > 0 && <small>{t.errorCode({ code: refusal.code })}</small>}
      </div>
    </div>
  )
}
