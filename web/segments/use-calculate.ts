import { segments } from '@ruam/contract/segments.ts'
import { alerts } from '../core/alerts.ts'
import { useWrite } from '../core/api.ts'
import { useWords } from '../core/text.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { segmentText } from './segment-text.ts'

/** Has a segment calculated now; the header shows how far that is, and an alert its end, wherever the person is by then. */
export function useCalculate(id: number): () => void {
  const t = useWords(segmentText)
  const { mutateAsync } = useWrite(segments.calculate)
  // Not by the callbacks of a call: they stay out where the screen is left before its answer.
  return () =>
    void mutateAsync({ params: { id } }).then(
      ({ jobId }) => {
        alerts.success(t.calculated)
        watchJob(jobId)
      },
      () => undefined,
    )
}
