import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { text } from '../text.ts'
import type { RunOfSource } from '../use-source.ts'

/** Calls a run by its kind and when it was started. */
export function useRunTitle() {
  const t = useWords(text)
  const format = useFormat()
  return (run: Pick<RunOfSource, 'kind' | 'createdAt'>) =>
    `${run.kind === 'dry' ? t.dryRun : t.realRun} ${format.dateTime(run.createdAt)}`
}
