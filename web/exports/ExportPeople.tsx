import { Button } from '@mantine/core'
import { exports } from '@ruam/contract/exports.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMayCall } from '../core/may.ts'
import { useWords } from '../core/text.ts'
import type { ExportDialogProps } from './ExportDialog.tsx'
import { exportName } from './export-name.ts'

const load = async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog })
const ExportDialog = lazy(load)

/** Whether somebody may have customers as a file. */
export const useMayExport = () => {
  const mayExport = useMayCall(exports.create)
  return useMayCall(profiles.list) && mayExport
}

/** A button that begins an export of these customers. Its dialog comes when it is asked for. */
export function ExportPeople({ disabled, ...asked }: Omit<ExportDialogProps, 'onClose'> & { disabled?: boolean }) {
  const t = useWords(exportName)
  const [open, setOpen] = useState(false)
  if (!useMayExport()) return null
  return (
    <>
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconDownload size={16} stroke={1.6} />}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        {t.export}
      </Button>
      {open && (
        <Suspense>
          <ExportDialog {...asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
