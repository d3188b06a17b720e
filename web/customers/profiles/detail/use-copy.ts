import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { detail } from './detail-text.ts'

/** Copies a text and says so. Browsers allow it only on secure pages. */
export function useCopy() {
  const t = useWords(detail)
  return (copied: string) => {
    const done = navigator.clipboard?.writeText(copied) ?? Promise.reject(new Error('No clipboard'))
    done.then(
      () => alerts.success(t.copied, { id: 'copied' }),
      () => alerts.error(t.copyFailed, { id: 'copied' }),
    )
  }
}
