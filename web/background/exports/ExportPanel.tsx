import { ActionIcon, Button } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import styles from './ExportPanel.module.css'
import { ExportRow } from './ExportRow.tsx'
import { type ExportItem, isIncomplete } from './export-item.ts'
import { exportText } from './text.ts'

/** The exported files of the person. Stays open across screens. */
export default function ExportPanel({ items, onClose }: { items: ExportItem[]; onClose: () => void }) {
  const t = useWords(exportText)
  const c = useWords(common)
  const confirm = useConfirm()
  const cancel = useWrite(exports.cancel, { quiet: true })
  const clear = useWrite(exports.clear, { quiet: true })
  const [folded, setFolded] = useState(false)
  const incomplete = items.filter(isIncomplete)
  const place = useRef<HTMLElement>(null)
  useFolding(place, incomplete.length > 0, setFolded)
  const question = { title: t.cancelTitle, text: t.cancelText, yes: t.cancelYes, no: t.goOn, mode: 'cancel' } as const
  const stop = async ({ exportId: id }: ExportItem) =>
    cancel.mutateAsync({ params: { id }, body: { status: 'cancel' } }).catch(() => alerts.error(t.problem))
  const close = async () => {
    if (incomplete.length > 0) {
      if (!(await confirm(question))) return
      await Promise.all(incomplete.map(stop))
    }
    onClose()
  }
  const empty = async () => {
    const files = items.filter(({ status }) => status === 'completed').length
    const clearing = { title: t.clearTitle, text: t.clearText({ count: files }), yes: t.clear, mode: 'cancel' } as const
    if ((incomplete.length > 0 || files > 0) && !(await confirm(incomplete.length > 0 ? question : clearing))) return
    clear.mutate({}, { onError: () => alerts.error(t.problem) })
  }
  return (
    <section ref={place} className={styles.panel} data-exports aria-label={t.title}>
      <header>
        <div className={styles.title}>
          <h2>{t.title}</h2>
          <span aria-live="polite">{incomplete.length > 0 && t.running({ count: incomplete.length })}</span>
        </div>
        {items.length > 0 && !folded && (
          <Button variant="subtle" size="xs" loading={clear.isPending} onClick={() => void empty()}>
            {t.clear}
          </Button>
        )}
        <ActionIcon aria-label={folded ? t.unfold : t.fold} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {folded ? <IconChevronUp size={18} stroke={1.6} /> : <IconChevronDown size={18} stroke={1.6} />}
        </ActionIcon>
        <ActionIcon aria-label={c.close} onClick={() => void close()}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </header>
      {!folded && items.length === 0 && (
        <p className={styles.empty}>
          {t.empty}
          <span>{t.emptyHint}</span>
        </p>
      )}
      {!folded && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <ExportRow key={item.exportId} item={item} onCancel={() => stop(item)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Milliseconds after the last file is done. */
const FOLD_MS = 5000

/** Folds the panel some seconds after the last file is done, unless the user is in it, and unfolds it for the next one. */
function useFolding(place: RefObject<HTMLElement | null>, busy: boolean, fold: (folded: boolean) => void) {
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (busy) {
      wasBusy.current = true
      fold(false)
      return
    }
    if (!wasBusy.current) return
    let timer: number
    const later = () => {
      timer = window.setTimeout(() => {
        const panel = place.current
        if (panel?.matches(':hover') || panel?.contains(document.activeElement)) return later()
        wasBusy.current = false
        fold(true)
      }, FOLD_MS)
    }
    later()
    return () => clearTimeout(timer)
  }, [busy, fold, place])
}
