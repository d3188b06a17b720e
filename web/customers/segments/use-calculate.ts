import { segments } from '@ruam/contract/customers/segments.ts'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
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
