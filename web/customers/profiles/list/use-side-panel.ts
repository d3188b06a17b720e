import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { isProfileId, type ListedProfile } from '../values.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry of the history was added by opening the side panel: the one before it is the same list without. */
    panelOpened?: boolean
  }
}

/** Longest time that the browser needs for a step back. A refused one (unsaved edit) can be asked for again after it. */
const LEAVE_MS = 1000

const listElement = () => document.querySelector('[data-scroll-restoration-id="list"]')

/**
 * The customer in the side panel of the list, kept in the address. Opening the panel adds an entry to the history, so that Back closes it;
 * going through the rows adds none.
 */
export function useSidePanel(rows: readonly ListedProfile[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const router = useRouter()
  const navigate = useNavigate()
  const added = useLocation({ select: ({ state }) => state.panelOpened === true })
  const asked = String(search.open ?? '')
  const id = isProfileId(asked) ? Number(asked) : undefined
  const place = rows.findIndex((row) => row.id === id)
  const left = useRef(Number.NEGATIVE_INFINITY)
  // The callbacks stay the same while a person moves through the rows.
  const now = useRef({ rows, place, id, added })
  useEffect(() => {
    now.current = { rows, place, id, added }
    if (id === undefined) left.current = Number.NEGATIVE_INFINITY
  })
  const show = useCallback(
    (next: number | undefined) => {
      const opens = now.current.id === undefined
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => {
          const { open: _, ...others } = before
          return next === undefined ? others : { ...others, open: String(next) }
        }) as never,
        hash: true,
        state: opens ? { panelOpened: true } : true,
        replace: !opens,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const close = useCallback(() => {
    if (!now.current.added) return show(undefined)
    // A second Escape before the list is back would leave the list.
    if (performance.now() - left.current < LEAVE_MS) return
    left.current = performance.now()
    const { scrollTop = 0 } = listElement() ?? {}
    const stop = router.subscribe('onRendered', ({ pathChanged }) => {
      stop()
      if (!pathChanged) listElement()?.scrollTo({ top: scrollTop })
    })
    router.history.back()
  }, [router, show])
  const open = useCallback((row: ListedProfile) => (now.current.id === row.id ? close() : show(row.id)), [show, close])
  const move = useCallback(
    (by: -1 | 1) => {
      const { rows, place } = now.current
      const next = rows[place < 0 ? 0 : place + by]
      if (next) show(next.id)
    },
    [show],
  )
  return { id, place, row: rows[place], open, move, close }
}
