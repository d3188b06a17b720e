import { ActionIcon, Button } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import type { ExportDialogProps } from './ExportDialog.tsx'
import { exportText } from './text.ts'

const load = async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog })
const ExportDialog = lazyPart(load)
const preload = () => void load().catch(() => undefined)

export interface ExportPeopleProps extends Omit<ExportDialogProps, 'onClose' | 'columns'> {
  /** Columns of the person's list. */
  columns?: readonly { id: string }[]
  /** Its sign alone, as large as a thumb. */
  compact?: boolean
}

/** Begins an export of these customers, for those who may. The dialog is fetched when the button is pointed at. */
export default function ExportPeople({ columns, compact, ...asked }: ExportPeopleProps) {
  const t = useWords(exportText)
  const [open, setOpen] = useState(false)
  if (!useMayCall(exports.create)) return null
  const shared = {
    variant: 'default',
    disabled: asked.people === '0',
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpen(true),
  }
  return (
    <>
      {compact ? (
        <ActionIcon {...shared} size={44} aria-label={t.export}>
          <IconDownload size={20} stroke={1.6} />
        </ActionIcon>
      ) : (
        <Button {...shared} leftSection={<IconDownload size={16} stroke={1.6} />}>
          {t.export}
        </Button>
      )}
      {open && (
        <Suspense>
          <ExportDialog
            {...asked}
            {...(columns && { columns: columns.map(({ id }) => id) })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
