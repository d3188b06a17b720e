import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { isProfileId, type ProfileRow } from '../values.ts'

/** Who is open beside the list: kept in the address, so that Back comes to the same, without a step of its own. */
export function useSidePanel(rows: readonly ProfileRow[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = String(search.open ?? '')
  const id = isProfileId(asked) ? Number(asked) : undefined
  const show = useCallback(
    (next: number | undefined) =>
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => {
          const { open: _, ...others } = before
          return next === undefined ? others : { ...others, open: String(next) }
        }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const place = rows.findIndex((row) => row.id === id)
  // The callbacks stay the same while somebody goes through the rows.
  const now = useRef({ rows, place, id })
  useEffect(() => {
    now.current = { rows, place, id }
  })
  const open = useCallback((row: ProfileRow) => show(now.current.id === row.id ? undefined : row.id), [show])
  const move = useCallback(
    (by: -1 | 1) => {
      const { rows, place } = now.current
      const next = rows[place < 0 ? 0 : place + by]
      if (next) show(next.id)
    },
    [show],
  )
  const close = useCallback(() => show(undefined), [show])
  return { id, place, row: rows[place], open, move, close }
}
