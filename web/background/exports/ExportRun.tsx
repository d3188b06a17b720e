import { Button } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import { awaitExport } from './awaited.ts'
import { refusalOf } from './refusal.ts'
import { exportText } from './text.ts'

/** Begins an export of the rows of a run, with their customers before and after; for those who may. */
export function ExportRun({ id, runId }: { id: number; runId: string }) {
  const t = useWords(exportText)
  const { id: storeId } = useStore()
  const start = useWrite(exports.previewHistory, { quiet: true })
  if (!useMayCall(exports.previewHistory)) return null
  const begin = async () => {
    const body = { datasourceId: id, runId, fileType: 'xlsx' as const }
    const begun = await start.mutateAsync({ body }).catch((error) => alerts.error(refusalOf(error, t)))
    if (!begun) return
    awaitExport(storeId, begun.exportId)
    alerts.success(t.begun)
  }
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={start.isPending}
      onClick={() => void begin()}
    >
      {t.exportRows}
    </Button>
  )
}
