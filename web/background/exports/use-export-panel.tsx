import { exports } from '@ruam/contract/reports/exports.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMayCall } from '../../ui/may.ts'
import { onAwaited, panelOpen } from './awaited.ts'
import ExportPanel from './ExportPanel.tsx'
import { isIncomplete } from './export-item.ts'
import { useExports } from './use-exports.ts'

/** The panel of exports, whatever opens it, for those who may have any (spec section 6). */
export function useExportPanel() {
  const may = useMayCall(exports.list)
  const items = useExports()
  const [open, setOpen] = useState(panelOpen.get() ?? false)
  const show = (next: boolean) => {
    panelOpen.set(next)
    setOpen(next)
  }
  useEffect(() => onAwaited(() => setOpen(true)), [])
  const panel = may && open && createPortal(<ExportPanel items={items} onClose={() => show(false)} />, document.body)
  return { may, running: items.filter(isIncomplete), open, show, panel }
}
