import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import styles from './OpenApi.module.css'
import { programText } from './program-text.ts'
import type { ProgramRequest } from './program-view.ts'

/** Result of a request, as an icon and a word. */
export function RequestOutcome({ request }: { request: Pick<ProgramRequest, 'status' | 'failed' | 'message'> }) {
  const t = useWords(programText)
  const { status, failed, message } = request
  const [state, Icon, word] =
    status >= 400
      ? (['error', IconAlertCircle, message ?? t.refused] as const)
      : failed
        ? (['expired', IconAlertTriangle, t.failedCount({ count: failed })] as const)
        : (['active', IconCircleCheck, t.ok] as const)
  return (
    <span className={`${styles.state} ${styles.outcome}`} data-state={state}>
      <Icon size={16} stroke={1.6} />
      <span className="ruam-two-lines">{word}</span>
    </span>
  )
}
