import { Button, Stack } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import { useState } from 'react'
import { type Sending, useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { awaitExport } from './awaited.ts'
import { type FileType, FileTypes } from './FileTypes.tsx'
import { refusalOf } from './refusal.ts'
import { exportText } from './text.ts'

export type ListBody = Sending<typeof exports.createList>['body']
interface ExportListDialogProps {
  list: Pick<ListBody, 'type' | 'filter'>
  onClose: () => void
}

/** Asks in which form a list goes into a file. */
export default function ExportListDialog({ list, onClose }: ExportListDialogProps) {
  const t = useWords(exportText)
  const c = useWords(common)
  const { id: storeId } = useStore()
  const [fileType, setFileType] = useState<FileType>('xlsx')
  const start = useWrite(exports.createList, { quiet: true })
  const begin = async () => {
    const begun = await start.mutateAsync({ body: { ...list, fileType } }).catch(() => undefined)
    if (!begun) return
    awaitExport(storeId, begun.exportId)
    alerts.success(t.begun)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t.askList} size={400} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        <FileTypes value={fileType} onChange={setFileType} />
        <FormFoot message={start.error ? refusalOf(start.error, t) : undefined} busy={start.isPending}>
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" loading={start.isPending} onClick={() => void begin()}>
            {t.export}
          </Button>
        </FormFoot>
      </Stack>
    </Dialog>
  )
}
