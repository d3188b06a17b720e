import { useState } from 'react'
import { freePlace, type Rectangle, type Size } from './areas.ts'

interface AreaEditorOptions<A extends Rectangle> {
  areas: readonly A[]
  picture: Size
  /** Most areas of a picture. */
  most: number
  /** True if the only area is the whole picture: it gives way to the first one that is drawn. */
  isWhole: boolean
  /** Content of an area that is drawn. */
  blank: Omit<A, keyof Rectangle>
  /** Called with areas that were drawn, moved or resized, and follow no layout. */
  onChange: (areas: A[]) => void
}

/** The areas of a picture while they are selected, moved, resized and drawn. */
export function useAreaEditor<A extends Rectangle>(options: AreaEditorOptions<A>) {
  const { areas, picture, most, isWhole, blank, onChange } = options
  const [selected, select] = useState(0)
  const [drawing, setDrawing] = useState(false)
  const obstacles = isWhole ? [] : areas
  const add = (rectangle: Rectangle | undefined) => {
    setDrawing(false)
    if (!rectangle) return
    select(obstacles.length)
    const before = isWhole ? areas[0] : undefined
    onChange([...obstacles, { ...blank, ...before, ...rectangle } as A])
  }
  return {
    selected,
    select,
    /** Attributes of the board that shows the areas. */
    board: {
      picture,
      areas,
      selected,
      obstacles: drawing ? obstacles : undefined,
      onSelect: select,
      onChange: (index: number, rectangle: Rectangle) =>
        onChange(areas.with(index, { ...areas[index]!, ...rectangle })),
      onDrawn: add,
    },
    draw: {
      drawing,
      free: freePlace(obstacles, picture, most),
      onAdd: add,
      onDrawing: setDrawing,
    },
  }
}

export type DrawState = ReturnType<typeof useAreaEditor>['draw']
