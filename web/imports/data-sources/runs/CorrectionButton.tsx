import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import { recordText } from '../record-text.ts'
import { useDownload } from '../use-download.ts'
import { type RunOfSource, requestedAs } from '../use-source.ts'

interface CorrectionButtonProps {
  id: number
  run: Pick<RunOfSource, 'runId' | 'kind'>
  /** Only these rows; all that can be corrected when left out. */
  rows?: 'failed' | 'unread'
  children?: ReactNode
}

/** Fetches rows of a run to be corrected and uploaded again. */
export function CorrectionButton({ id, run, rows, children }: CorrectionButtonProps) {
  const t = useWords(recordText)
  const { start, busy } = useDownload(importRun.correction)
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={busy}
      onClick={() =>
        start({ params: { id, runId: run.runId }, query: { ...requestedAs(run.kind), ...(rows && { rows }) } })
      }
    >
      {children ?? t.download}
    </Button>
  )
}
