import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconDownload } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { recordText } from '../record-text.ts'
import { useDownload } from '../use-download.ts'
import { askedAs, type Run } from '../use-source.ts'

/** Fetches the rows of a run that were not taken, to be mended and uploaded again. */
export function CorrectionButton({ id, run }: { id: number; run: Pick<Run, 'runId' | 'kind'> }) {
  const t = useWords(recordText)
  const { start, busy } = useDownload(importRun.correction)
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={busy}
      onClick={() => start({ params: { id, runId: run.runId }, query: askedAs(run.kind) })}
    >
      {t.download}
    </Button>
  )
}
