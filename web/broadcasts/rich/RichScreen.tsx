import { Button } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { IMAGEMAP_WIDTH, type ImagemapTemplate } from '@ruam/contract/broadcasts/imagemap.ts'
import { needsSquare } from '@ruam/contract/broadcasts/imagemap-faults.ts'
import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { Rich } from '../messages/rich-message.ts'
import { richText } from '../rich-text.ts'
import type { Draft } from '../use-draft.ts'
import styles from './Rich.module.css'
import { RichAreas } from './RichAreas.tsx'
import { RichLayouts } from './RichLayouts.tsx'
import { RichPanel } from './RichPanel.tsx'
import { RichPhone } from './RichPhone.tsx'
import { RichPicture } from './RichPicture.tsx'
import { freePlace, letterOf, type Rectangle, templateAreas } from './rich-areas.ts'

interface RichScreenProps {
  message: Rich
  place: number
  draft: Draft
  form: { visible: readonly Fault[]; noteTyped: (event: FormEvent) => void }
  readOnly: boolean
  onChange: (message: Rich) => void
  onDone: () => void
}

const blank = { label: '', type: 'uri', value: '' } as const

/** The editor of a rich message: its picture with areas, what they do, and a phone to try them on. */
export default function RichScreen({ message, place, draft, form, readOnly, onChange, onDone }: RichScreenProps) {
  const r = useWords(richText)
  const heading = useRef<HTMLHeadingElement>(null)
  const [selected, setSelected] = useState(0)
  const [drawing, setDrawing] = useState(false)
  const phone = usePhone()
  const latest = useRef(message)
  latest.current = message
  useEffect(() => heading.current?.focus(), [])
  const { areas, template } = message
  const height = message.height ?? IMAGEMAP_WIDTH
  const area = areas[selected]
  // The area of a whole picture gives way to the first one that is drawn.
  const obstacles = template === 'one' ? [] : areas
  const free = freePlace(obstacles, height)

  /** Areas of a layout. What the present ones do stays, by their place. */
  const laidOut = (now: Rich, layout: ImagemapTemplate, down: number) =>
    templateAreas(layout, down).map((rectangle, index) => ({ ...blank, ...now.areas[index], ...rectangle }))
  /** Shows another picture; the areas of a layout take its shape. */
  function show(picture: Pick<Rich, 'name' | 'height'>) {
    // Areas may have changed while it was uploaded.
    const { current: now } = latest
    const { template: layout } = now
    onChange({ ...now, ...picture, ...(layout && { areas: laidOut(now, layout, picture.height ?? IMAGEMAP_WIDTH) }) })
  }
  function add(rectangle: Rectangle | undefined) {
    setDrawing(false)
    if (!rectangle) return
    setSelected(obstacles.length)
    const before = template === 'one' ? areas[0] : undefined
    onChange({ ...message, template: null, areas: [...obstacles, { ...blank, ...before, ...rectangle }] })
  }
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <Button variant="subtle" aria-label={r.back} onClick={onDone}>
          <IconArrowLeft size={18} stroke={1.6} />
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          {r.name}
          <span className={styles.whose}>
            {draft.name ? r.place({ place: place + 1, name: draft.name }) : r.placeOnly({ place: place + 1 })}
          </span>
        </h2>
        <Button variant="filled" leftSection={<IconCheck size={16} stroke={1.6} />} onClick={onDone}>
          {r.done}
        </Button>
      </div>
      <div className={styles.columns}>
        <fieldset className={styles.form} disabled={readOnly} onInput={form.noteTyped} data-form>
          <section className={styles.draw} aria-label={r.picture}>
            <RichPicture message={message} place={place} faults={form.visible} onUploaded={show}>
              {needsSquare(message) && (
                <p className={styles.warning} role="status">
                  {r.notSquare({ height })}
                  <Button size="xs" onClick={() => onChange({ ...message, template: null })}>
                    {r.fit}
                  </Button>
                </p>
              )}
            </RichPicture>
            <RichAreas
              message={message}
              height={height}
              selected={selected}
              obstacles={drawing ? obstacles : undefined}
              readOnly={readOnly}
              onSelect={setSelected}
              onChange={(index, rectangle) =>
                onChange({ ...message, template: null, areas: areas.with(index, { ...areas[index]!, ...rectangle }) })
              }
              onDrawn={add}
            />
            <p className={styles.below}>
              <span>{area && r.areaSize({ letter: letterOf(selected), width: area.width, height: area.height })}</span>
              <span>{drawing ? r.drawing : phone ? r.adjustByTouch : r.adjust}</span>
            </p>
            <RichLayouts
              chosen={template}
              onChoose={(next) => onChange({ ...message, template: next, areas: laidOut(message, next, height) })}
            />
            <div className={styles.adds}>
              <Button
                variant="subtle"
                size="sm"
                aria-pressed={drawing}
                disabled={!free}
                // A keyboard cannot drag: the area appears where there is room.
                onClick={({ detail }) => (detail === 0 ? add(free) : setDrawing(!drawing))}
              >
                + {r.draw}
              </Button>
              <span>{free ? r.widths : r.noRoom}</span>
            </div>
          </section>
          <RichPanel
            message={message}
            place={place}
            faults={form.visible}
            selected={selected}
            channel={draft.channel}
            counts={draft.linkTracking !== 'off'}
            onSelect={setSelected}
            onChange={onChange}
          />
        </fieldset>
        <RichPhone message={message} channel={draft.channel} />
      </div>
    </div>
  )
}
