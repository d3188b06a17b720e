import { Button } from '@mantine/core'
import { exports } from '@ruam/contract/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { alerts } from '../core/alerts.ts'
import { type Sending, useWrite } from '../core/api.ts'
import { useMayCall } from '../core/may.ts'
import { useStore } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { awaitExport } from './awaited.ts'
import { refusalOf } from './refusal.ts'
import { exportText } from './text.ts'

type Body = Sending<typeof exports.createList>['body']

/** Begins an export of a list that is no list of customers, as it is narrowed; for those who may. */
export function ExportList({ type, filter }: Pick<Body, 'type' | 'filter'>) {
  const t = useWords(exportText)
  const { id: storeId } = useStore()
  const start = useWrite(exports.createList, { quiet: true })
  if (!useMayCall(exports.createList)) return null
  const begin = async () => {
    const body: Body = { type, fileType: 'xlsx', ...(filter && { filter }) }
    const begun = await start.mutateAsync({ body }).catch((error) => alerts.error(refusalOf(error, t)))
    if (!begun) return
    awaitExport(storeId, begun.exportId)
    alerts.success(t.begun)
  }
  return (
    <Button
      size="sm"
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={start.isPending}
      onClick={() => void begin()}
    >
      {t.export}
    </Button>
  )
}
