import { Button } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import type { ListBody } from './ExportListDialog.tsx'
import { exportText } from './text.ts'

const ExportListDialog = lazyPart(() => import('./ExportListDialog.tsx'))

/** Begins an export of a list that is no list of customers, as it is narrowed; for those who may. */
export function ExportList({ type, filter }: Pick<ListBody, 'type' | 'filter'>) {
  const t = useWords(exportText)
  const [open, setOpen] = useState(false)
  if (!useMayCall(exports.createList)) return null
  return (
    <>
      <Button size="sm" leftSection={<IconDownload size={16} stroke={1.6} />} onClick={() => setOpen(true)}>
        {t.export}
      </Button>
      {open && (
        <Suspense>
          <ExportListDialog list={{ type, ...(filter && { filter }) }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
