import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Selection in a list: rows across pages, or all matches. */
interface Selection {
  ids: ReadonlySet<number>
  all: boolean
  /** True in selection mode on a phone. */
  active: boolean
}

const nothing: Selection = { ids: new Set(), all: false, active: false }

/** The selection of a list. `of` names what the list is narrowed by: another one forgets what was chosen. */
export function useSelection(of: string, page: readonly { id: number }[]) {
  const [kept, setKept] = useState({ of, selection: nothing })
  if (kept.of !== of) setKept({ of, selection: nothing })
  const selection = kept.of === of ? kept.selection : nothing
  // Latest state for stable callbacks, so that rows need not rerender.
  const now = useRef({ of, selection, page })
  useEffect(() => {
    now.current = { of, selection, page }
  })
  const last = useRef<number>(undefined)

  const become = useCallback((next: Partial<Selection>) => {
    const { of, selection } = now.current
    setKept({ of, selection: { ...selection, ...next } })
  }, [])
  const toggle = useCallback(
    ({ id }: { id: number }, range: boolean) => {
      const { selection, page } = now.current
      // Out of all that match, one is left: what was chosen becomes this page without it.
      const ids = new Set(selection.all ? page.map((row) => row.id) : selection.ids)
      const on = !(selection.all || ids.has(id))
      const places = [last.current, id].map((one) => page.findIndex((row) => row.id === one))
      const between = range && places.every((place) => place >= 0)
      const touched = between ? page.slice(Math.min(...places), Math.max(...places) + 1) : [{ id }]
      for (const row of touched) on ? ids.add(row.id) : ids.delete(row.id)
      last.current = id
      become({ ids, all: false })
    },
    [become],
  )
  const togglePage = useCallback(() => {
    const { selection, page } = now.current
    const whole = selection.all || page.every(({ id }) => selection.ids.has(id))
    const ids = new Set(selection.all ? [] : selection.ids)
    for (const { id } of page) whole ? ids.delete(id) : ids.add(id)
    become({ ids, all: false })
  }, [become])
  const chosenHere = selection.all ? page.length : page.filter(({ id }) => selection.ids.has(id)).length
  return useMemo(
    () => ({
      ...selection,
      has: ({ id }: { id: number }) => selection.all || selection.ids.has(id),
      toggle,
      togglePage,
      page: chosenHere === 0 ? ('none' as const) : chosenHere === page.length ? ('all' as const) : ('some' as const),
      none: !selection.all && selection.ids.size === 0,
      chooseAll: () => become({ all: true, ids: new Set() }),
      activate: () => become({ active: true }),
      clear: () => become(nothing),
    }),
    [selection, toggle, togglePage, chosenHere, page.length, become],
  )
}
