import { segments } from '@ruam/contract/segments.ts'
import { alerts } from '../core/alerts.ts'
import { useWrite } from '../core/api.ts'
import { useWords } from '../core/text.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { segmentText } from './segment-text.ts'

/** Has a segment calculated now; the header shows how far that is, and an alert its end, wherever the person is by then. */
export function useCalculate(id: number): () => void {
  const t = useWords(segmentText)
  const { mutate } = useWrite(segments.calculate)
  return () =>
    mutate(
      { params: { id } },
      {
        onSuccess({ jobId }) {
          alerts.success(t.calculated)
          watchJob(jobId)
        },
      },
    )
}
