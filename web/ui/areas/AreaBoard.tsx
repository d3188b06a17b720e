import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './Areas.module.css'
import { areaText } from './area-text.ts'
import { drawn, leastOf, letterOf, moved, pushed, type Rectangle, type Side, type Size, stepOf } from './areas.ts'

const corners = [
  ['left', 'top'],
  ['right', 'top'],
  ['left', 'bottom'],
  ['right', 'bottom'],
] as const
type Corner = (typeof corners)[number]

/** The act of a pointer while it is down: it moves an area, pulls at its corner, or draws another one. */
type Drag =
  | { kind: 'move'; index: number; at: { x: number; y: number } }
  | { kind: 'corner'; index: number; corner: Corner }
  | { kind: 'draw'; from: { x: number; y: number }; area: Rectangle | undefined }

interface AreaBoardProps {
  /** Address of the picture; without one areas are drawn on an empty board. */
  src: string | undefined
  /** Pixels on which areas are measured. */
  picture: Size
  areas: readonly Rectangle[]
  selected: number
  /** Areas that a new one may not cover, while it is drawn. */
  obstacles: readonly Rectangle[] | undefined
  readOnly: boolean
  onSelect: (index: number) => void
  onChange: (index: number, rectangle: Rectangle) => void
  /** Called with the drawn area, or undefined if it is too small. */
  onDrawn: (rectangle: Rectangle | undefined) => void
}

/** The picture with its areas, which are moved and resized by pointer and arrow keys. */
export function AreaBoard({
  src,
  picture,
  areas,
  selected,
  obstacles,
  readOnly,
  onSelect,
  onChange,
  onDrawn,
}: AreaBoardProps) {
  const t = useWords(areaText)
  const board = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const others = (index: number) => areas.toSpliced(index, 1)
  const styleOf = ({ x, y, width, height: down }: Rectangle): CSSProperties => ({
    left: `${(x / picture.width) * 100}%`,
    top: `${(y / picture.height) * 100}%`,
    width: `${(width / picture.width) * 100}%`,
    height: `${(down / picture.height) * 100}%`,
  })

  /** Returns a pointer's place in pixels of the picture. */
  function pointOf({ clientX, clientY }: PointerEvent) {
    const { left, top, width } = board.current!.getBoundingClientRect()
    const scale = picture.width / width
    const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most)
    return { x: within((clientX - left) * scale, picture.width), y: within((clientY - top) * scale, picture.height) }
  }

  function begin(event: PointerEvent, next: (point: { x: number; y: number }) => Drag) {
    if (readOnly || event.button !== 0) return
    board.current!.setPointerCapture(event.pointerId)
    setDrag(next(pointOf(event)))
  }

  function follow(event: PointerEvent) {
    if (!drag) return
    const point = pointOf(event)
    if (drag.kind === 'draw') return setDrag({ ...drag, area: drawn(drag.from, point, obstacles ?? areas, picture) })
    const area = areas[drag.index]
    if (!area) return
    if (drag.kind === 'move') {
      const step = { dx: point.x - drag.at.x - area.x, dy: point.y - drag.at.y - area.y }
      return onChange(drag.index, moved(area, step, others(drag.index), picture))
    }
    const [aside, upright] = drag.corner
    const wide = aside === 'left' ? area.x - point.x : point.x - area.x - area.width
    const high = upright === 'top' ? area.y - point.y : point.y - area.y - area.height
    const next = pushed(area, aside, wide, others(drag.index), picture)
    onChange(drag.index, pushed(next, upright, high, others(drag.index), picture))
  }

  function end() {
    if (drag?.kind === 'draw') {
      const { area } = drag
      onDrawn(area && Math.min(area.width, area.height) >= leastOf(picture) ? area : undefined)
    }
    setDrag(undefined)
  }

  function press(event: KeyboardEvent, index: number) {
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    const area = areas[index]
    if (!arrow || !area || readOnly) return
    event.preventDefault()
    const [dx, dy] = arrow.map((way) => way * stepOf(picture)) as [number, number]
    const sides: readonly [Side, number] = dx === 0 ? ['bottom', dy] : ['right', dx]
    onChange(
      index,
      event.shiftKey ? pushed(area, ...sides, others(index), picture) : moved(area, { dx, dy }, others(index), picture),
    )
  }

  return (
    <div
      ref={board}
      className={styles.board}
      style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
      data-drawing={obstacles !== undefined || undefined}
      onPointerDown={(event) => obstacles && begin(event, (from) => ({ kind: 'draw', from, area: undefined }))}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={() => setDrag(undefined)}
    >
      {src && <img src={src} alt="" draggable={false} />}
      {areas.map((area, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other key than their place
          key={index}
          type="button"
          className={styles.area}
          style={styleOf(area)}
          aria-pressed={index === selected}
          aria-label={t.areaSize({ letter: letterOf(index), width: area.width, height: area.height })}
          onFocus={() => onSelect(index)}
          onKeyDown={(event) => press(event, index)}
          onPointerDown={(event) => {
            if (obstacles) return
            onSelect(index)
            begin(event, ({ x, y }) => ({ kind: 'move', index, at: { x: x - area.x, y: y - area.y } }))
          }}
        >
          <b className={styles.letter}>{letterOf(index)}</b>
        </button>
      ))}
      {areas[selected] && !obstacles && !readOnly && (
        <div className={styles.handles} style={styleOf(areas[selected])} aria-hidden="true">
          {corners.map((corner) => (
            <span
              key={corner.join()}
              data-aside={corner[0]}
              data-upright={corner[1]}
              onPointerDown={(event) => begin(event, () => ({ kind: 'corner', index: selected, corner }))}
            />
          ))}
        </div>
      )}
      {drag?.kind === 'draw' && drag.area && <div className={styles.drawn} style={styleOf(drag.area)} />}
    </div>
  )
}
