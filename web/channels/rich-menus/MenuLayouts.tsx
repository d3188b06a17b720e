import { richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import { useWords } from '../../data/text.ts'
import { AreaLayouts } from '../../ui/areas/AreaLayouts.tsx'
import { menuEditText } from './menu-edit-text.ts'
import { cellsOf, type MenuLayout, type MenuSize, menuLayouts } from './menu-layouts.ts'

const legends = { large: 'largeLayouts', compact: 'compactLayouts' } as const

interface MenuLayoutsProps {
  size: MenuSize
  /** True if a picture has decided the size. */
  isFixed: boolean
  chosen: MenuLayout | null
  onChoose: (size: MenuSize, layout: MenuLayout) => void
}

/** The layouts of both sizes; those of the other size need another picture. */
export function MenuLayouts({ size, isFixed, chosen, onChoose }: MenuLayoutsProps) {
  const e = useWords(menuEditText)
  return (['large', 'compact'] as const).map((one) => {
    const isOther = isFixed && one !== size
    return (
      <AreaLayouts
        key={one}
        legend={isOther ? `${e[legends[one]]} · ${e.otherSize}` : e[legends[one]]}
        layouts={(Object.keys(menuLayouts[one]) as MenuLayout[]).map((key) => ({
          key,
          name: e[key],
          cells: cellsOf(one, key),
        }))}
        ratio={richMenuSizes[one].width / richMenuSizes[one].height}
        chosen={one === size ? chosen : null}
        disabled={isOther}
        onChoose={(layout) => onChoose(one, layout)}
      />
    )
  })
}
