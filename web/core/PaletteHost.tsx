import { lazy, Suspense } from 'react'
import type { MenuGroup } from './menu.ts'

export const loadPalette = () => import('./Palette.tsx')
const Palette = lazy(loadPalette)

export interface PaletteProps {
  groups: readonly MenuGroup[]
  onClose: () => void
}

/** The jump-to palette, fetched when it is first asked for. */
export function PaletteHost({ opened, ...props }: PaletteProps & { opened: boolean }) {
  if (!opened) return null
  return (
    <Suspense>
      <Palette {...props} />
    </Suspense>
  )
}
