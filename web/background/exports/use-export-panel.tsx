import { exportEvent, exports } from '@ruam/contract/reports/exports.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePatch, useRead } from '../../data/api.ts'
import { usePush } from '../../data/push.ts'
import { usePushPace } from '../../data/push-pace.ts'
import { useStore } from '../../data/session.ts'
import { wordsNow } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import { claimAwaited, onAwaited, panelOpen } from './awaited.ts'
import ExportPanel from './ExportPanel.tsx'
import { type ExportItem, isIncomplete, withPushed } from './export-item.ts'
import { openFile } from './open-file.ts'
import { exportText } from './text.ts'

const sent = { query: { offset: '0', limit: '0', sortBy: 'createdAt', sortDir: 'descending' as const } }

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

/** The person's exports, none of who may have none, kept current by what is pushed, and by looking where nothing is. A file that is ready comes by itself, once. */
function useExports(): ExportItem[] {
  const { id: storeId } = useStore()
  const pace = usePushPace()
  const may = useMayCall(exports.list)
  const { data: page, refetch } = useRead(exports.list, sent, {
    enabled: may,
    poll: (list) => (list?.data.some(isIncomplete) ? pace.pause() : false),
  })
  const patch = usePatch(exports.list, sent)
  useEffect(() => onAwaited(() => void (may && refetch())), [may, refetch])
  usePush(exportEvent, (pushed) => {
    if (!may) return
    pace.note()
    patch((list) => ({ ...list, data: list.data.map((item) => withPushed(item, pushed)) }))
    const known = page?.data.find(({ exportId }) => exportId === pushed.exportId)
    // Begun in another tab, or over: its size and its last day are known.
    if (!known || pushed.status !== 'processing') void refetch()
  })
  useEffect(() => {
    const takeFiles = () => {
      for (const { exportId, status } of page?.data ?? []) {
        if (status === 'completed') void openAwaited(storeId, exportId)
        // Nothing comes of it any more.
        else if (status !== 'processing') void claimAwaited(storeId, exportId)
      }
    }
    takeFiles()
    // A small export may be complete before the answer that started it.
    return onAwaited(takeFiles)
  }, [page, storeId])
  return page?.data ?? []
}

async function openAwaited(storeId: number, exportId: number): Promise<void> {
  if (!(await claimAwaited(storeId, exportId))) return
  await openFile(exportId).catch(() => alerts.error(wordsNow(exportText).problem))
}
