import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../../core/text.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import type { PageType } from './ProfileDetailTabs.tsx'
import { useWalk } from './use-walk.ts'

/** Where a key belongs to what has the focus. */
const CONTROLS = 'input, textarea, select, [contenteditable], [role=dialog], [popover], [role=combobox]'
const MODAL = 'dialog[open], [role=dialog][aria-modal=true], :popover-open'
/** By their place on the keyboard: a Thai layout types other letters there. */
const steps: Readonly<Record<string, -1 | 1>> = { KeyJ: 1, KeyK: -1 }

/** The people before and after this one in the list that somebody came from; nothing for who came by an address alone. */
export function WalkButtons({ profileId, page }: { profileId: number; page: PageType }) {
  const t = useWords(detail)
  const walk = useWalk(profileId, page === 'overview' ? undefined : page)
  const now = useRef(walk)
  useEffect(() => {
    now.current = walk
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = steps[event.code]
      if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(CONTROLS)) return
      if (!now.current || document.querySelector(MODAL)) return
      event.preventDefault()
      void now.current.step(by)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  if (!walk) return null
  return (
    <fieldset className={styles.walk} aria-label={t.walk}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t.previous}
        title={`${t.previous} (K)`}
        aria-disabled={!walk.before}
        onClick={() => void walk.step(-1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t.next}
        title={`${t.next} (J)`}
        aria-disabled={!walk.after}
        onClick={() => void walk.step(1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </ActionIcon>
    </fieldset>
  )
}
