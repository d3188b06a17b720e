import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../core/text.ts'
import type { SourceRow } from './data-source-columns.tsx'
import { sourceList } from './import-text.ts'
import { SourceActionList } from './SourceActionList.tsx'
import styles from './SourceActions.module.css'

/** Pixels: from the button, and from the edge of the window. */
const GAP = 4
const EDGE = 8

interface SourceActionsProps {
  source: SourceRow
  onNewFile: (source: SourceRow) => void
}

/** A row's button for what can be done with its data source. */
export function SourceActions({ source, onNewFile }: SourceActionsProps) {
  const t = useWords(sourceList)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()

  /** Under the button, or above it near the lower edge. */
  const place = useCallback(() => {
    if (!panel.current || !button.current) return
    const { top, right, bottom } = button.current.getBoundingClientRect()
    const { height } = panel.current.getBoundingClientRect()
    const under = bottom + GAP
    panel.current.style.right = `${Math.max(EDGE, document.documentElement.clientWidth - right)}px`
    panel.current.style.top = `${under + height + EDGE > innerHeight ? Math.max(EDGE, top - GAP - height) : under}px`
  }, [])
  useLayoutEffect(() => {
    if (!open) return
    place()
    window.addEventListener('scroll', place, { capture: true })
    return () => window.removeEventListener('scroll', place, { capture: true })
  }, [open, place])
  return (
    <>
      <ActionIcon ref={button} popoverTarget={id} aria-label={t.actionsOf({ name: source.name })}>
        <IconDotsVertical size={18} stroke={1.6} />
      </ActionIcon>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Only now: the focus goes back to the button while what had it is still there.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {open && <SourceActionList source={source} onNewFile={onNewFile} onDone={close} />}
      </div>
    </>
  )
}
