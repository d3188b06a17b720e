import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { useEffect, useRef } from 'react'
import { isFocusLost } from '../../../app/landing.ts'
import { useWords } from '../../../data/text.ts'
import { useKeys } from '../../../ui/keys.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { useGo } from '../../../ui/route.tsx'
import { useNote } from '../detail/use-note.tsx'
import type { ListedProfile } from '../values.ts'
import { keysText } from './keys-text.ts'
import { fieldLineOf, isInRow, linesOnScreen, linkOf, showLine } from './lines.ts'

interface ListKeysProps {
  rows: readonly ListedProfile[]
  /** Profile open in the side panel. */
  panelId: number | undefined
  /** Opens a customer in the side panel, or closes it; undefined if there is no room. */
  onPanel: ((row: ListedProfile) => void) | undefined
  /** To the customer above or below in the panel. */
  onMove: (by: -1 | 1) => void
  onToggle: ((row: ListedProfile, range: boolean) => void) | undefined
  locked: boolean
}

/** Focused profile when the list was left: Back restores it. */
let left: number | undefined

/**
 * The keys of the list, and one stop of Tab for its rows: that of the last focused row. Other rows are reached by the arrows, or J
 * and K, from wherever the focus is.
 */
export default function ListKeys({ rows, panelId, onPanel, onMove, onToggle, locked }: ListKeysProps) {
  const t = useWords(keysText)
  const go = useGo()
  const mayEdit = useMayOpen('profile-edit') && !locked
  const mayNote = useMayCall(profileActivities.note)
  const [note, noting] = useNote()
  const at = useRef<number>(left)
  /** The customer that keys are about: who is in the panel, else who has or had the focus. */
  const current = () => rows.find(({ id }) => id === (panelId ?? at.current))

  useEffect(() => {
    const settle = () => {
      const lines = linesOnScreen()
      const here = lines.find((line) => line.dataset.key === String(at.current)) ?? lines[0]
      for (const line of lines) {
        const stop = line === here ? '0' : '-1'
        for (const control of line.querySelectorAll('a, button, input'))
          if (control.getAttribute('tabindex') !== stop) control.setAttribute('tabindex', stop)
      }
    }
    const onFocus = ({ target }: FocusEvent) => {
      const line = isInRow(target)
      if (!line || line.dataset.key === String(at.current)) return
      at.current = Number(line.dataset.key)
      settle()
    }
    if (panelId !== undefined) at.current = panelId
    settle()
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  })
  useEffect(() => {
    const line = left === undefined ? undefined : fieldLineOf(left)
    left = undefined
    if (line && isFocusLost()) linkOf(line)?.focus()
    return () => {
      left = at.current
    }
  }, [])

  const step = (by: -1 | 1) => (event?: KeyboardEvent) => {
    if (panelId !== undefined) return onMove(by)
    // Arrows scroll or choose where the focus is outside of the list.
    const focused = document.activeElement
    if (event?.key.startsWith('Arrow') && !focused?.matches('body, h1') && !focused?.closest('[data-key], [data-list]'))
      return false
    const lines = linesOnScreen()
    const place = lines.findIndex((line) => line.dataset.key === String(at.current))
    const next = place < 0 || !isInRow(focused) ? lines[Math.max(0, place)] : lines[place + by]
    if (next) showLine(next)
  }
  const withCurrent = (act: (row: ListedProfile) => void) => () => {
    const row = current()
    if (!row) return false
    act(row)
  }
  const onPage = { to: 'profile-edit' } as const
  useKeys(t.title, [
    { on: ['J', 'ArrowDown'], label: t.down, run: step(1) },
    { on: ['K', 'ArrowUp'], label: t.up, run: step(-1) },
    // The link in the row does it by itself.
    { on: ['Enter'], label: t.open, run: () => false },
    ...(onPanel ? [{ on: ['P'], label: t.panel, run: withCurrent(onPanel) }] : []),
    ...(onToggle
      ? [
          {
            on: ['Space'],
            label: t.select,
            run: (event?: KeyboardEvent) => {
              const row = isInRow(document.activeElement) && rows.find(({ id }) => id === at.current)
              if (!row) return false
              onToggle(row, event?.shiftKey ?? false)
            },
          },
        ]
      : []),
    ...(mayEdit
      ? [{ on: ['E'], label: t.edit, run: withCurrent(({ id }) => go({ ...onPage, params: { profileId: id } })) }]
      : []),
    ...(mayNote ? [{ on: ['N'], label: t.note, run: withCurrent(({ id }) => note(id)) }] : []),
    // Column edges handle their own keys.
    ...(onPanel
      ? [
          { on: ['ArrowLeft', 'ArrowRight'], label: t.widen, run: () => false },
          { on: ['ArrowUp', 'ArrowDown'], label: t.edges, run: () => false },
        ]
      : []),
  ])
  return noting
}
