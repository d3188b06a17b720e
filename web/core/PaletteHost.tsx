import { lazy, Suspense } from 'react'
import type { PaletteProps } from './Palette.tsx'

export const loadPalette = () => import('./Palette.tsx')
const Palette = lazy(loadPalette)

/** The jump-to palette, fetched when it is first asked for. */
export function PaletteHost({ opened, ...props }: PaletteProps & { opened: boolean }) {
  if (!opened) return null
  return (
    <Suspense>
      <Palette {...props} />
    </Suspense>
  )
}
