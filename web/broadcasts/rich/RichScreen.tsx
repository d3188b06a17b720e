import { Button } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import {
  IMAGEMAP_WIDTH,
  type ImagemapTemplate,
  imagemapLimits,
  imagemapTemplates,
} from '@ruam/contract/broadcasts/imagemap.ts'
import { needsSquare } from '@ruam/contract/broadcasts/imagemap-faults.ts'
import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useWords } from '../../data/text.ts'
import { AreaBoard } from '../../ui/areas/AreaBoard.tsx'
import { AreaHint } from '../../ui/areas/AreaHint.tsx'
import { AreaLayouts } from '../../ui/areas/AreaLayouts.tsx'
import { areasOf } from '../../ui/areas/areas.ts'
import { DrawArea } from '../../ui/areas/DrawArea.tsx'
import { useAreaEditor } from '../../ui/areas/use-area-editor.ts'
import type { RichDraft } from '../messages/rich-editing.ts'
import { type Rich, richAddress } from '../messages/rich-message.ts'
import { richText } from '../rich-text.ts'
import styles from './Rich.module.css'
import { RichPanel } from './RichPanel.tsx'
import { RichPhone } from './RichPhone.tsx'
import { RichPicture } from './RichPicture.tsx'
import { richCells } from './rich-layouts.ts'

interface RichScreenProps {
  message: Rich
  place: number
  draft: RichDraft
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
  const latest = useRef(message)
  latest.current = message
  useEffect(() => heading.current?.focus(), [])
  const { areas, template } = message
  const height = message.height ?? IMAGEMAP_WIDTH
  const editor = useAreaEditor({
    areas,
    picture: { width: IMAGEMAP_WIDTH, height },
    most: imagemapLimits.areas,
    isWhole: template === 'one',
    blank,
    onChange: (changed) => onChange({ ...message, template: null, areas: changed }),
  })
  const { board, draw } = editor

  /** Areas of a layout. What the present ones do stays, by their place. */
  const laidOut = (now: Rich, layout: ImagemapTemplate, down: number) =>
    areasOf(richCells[layout], { width: IMAGEMAP_WIDTH, height: down }).map((rectangle, index) => ({
      ...blank,
      ...now.areas[index],
      ...rectangle,
    }))
  /** Shows another picture; the areas of a layout take its shape. */
  function show(picture: Pick<Rich, 'name' | 'height'>) {
    // Areas may have changed while it was uploaded.
    const { current: now } = latest
    const { template: layout } = now
    onChange({ ...now, ...picture, ...(layout && { areas: laidOut(now, layout, picture.height ?? IMAGEMAP_WIDTH) }) })
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
            <AreaBoard
              {...board}
              src={message.name ? richAddress(message.name, 1040) : undefined}
              readOnly={readOnly}
            />
            <AreaHint {...board} drawing={draw.drawing} />
            <AreaLayouts
              legend={r.layouts}
              layouts={imagemapTemplates.map((key) => ({ key, name: r[key], cells: richCells[key] }))}
              ratio={1}
              chosen={template}
              onChoose={(next) => onChange({ ...message, template: next, areas: laidOut(message, next, height) })}
            />
            <DrawArea draw={draw} note={r.widths} />
          </section>
          <RichPanel
            message={message}
            place={place}
            faults={form.visible}
            selected={editor.selected}
            channel={draft.channel}
            counts={draft.linkTracking !== 'off'}
            onSelect={editor.select}
            onChange={onChange}
          />
        </fieldset>
        <RichPhone message={message} channel={draft.channel} />
      </div>
    </div>
  )
}
