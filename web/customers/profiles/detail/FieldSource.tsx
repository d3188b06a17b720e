import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Suspense, useCallback, useId, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { usePlaced } from '../../../ui/use-placed.ts'
import type { ProfileListField } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './FieldSource.module.css'
import type { SourceHover } from './use-source-hover.ts'

const loadCard = () => import('./FieldSourceCard.tsx')
const Card = lazyPart(loadCard)

/** Pixels: from the button, and from the edge of the window. */
const GAP = 8
const EDGE = 8

interface FieldSourceProps {
  title: string
  fields: readonly ProfileListField[]
  hover: SourceHover
}

/** Button that shows the source of a value. Its card opens at the side, so that the lines below stay readable. */
export function FieldSource({ title, fields, hover }: FieldSourceProps) {
  const t = useWords(detail)
  const c = useWords(common)
  const id = useId()
  const [open, setOpen] = useState(false)
  const { card, button } = hover
  const place = useCallback(() => {
    if (!card.current || !button.current) return
    const from = button.current.getBoundingClientRect()
    const { width, height } = card.current.getBoundingClientRect()
    const beside = from.right + GAP + width + EDGE <= document.documentElement.clientWidth
    const top = beside ? from.top - GAP : from.bottom + GAP
    const over = !beside && top + height + EDGE > innerHeight && from.top - GAP - height > EDGE
    const style = card.current.style
    style.left = `${beside ? from.right + GAP : Math.max(EDGE, from.right - width)}px`
    style.top = `${over ? from.top - GAP - height : Math.min(top, Math.max(EDGE, innerHeight - height - EDGE))}px`
  }, [card, button])
  usePlaced(open, place)
  return (
    <>
      <ActionIcon
        ref={button}
        popoverTarget={id}
        aria-label={t.sourceOf({ name: title })}
        onPointerEnter={() => void loadCard()}
        onFocus={() => void loadCard()}
        onClick={hover.press}
      >
        <IconInfoCircle size={16} stroke={1.6} />
      </ActionIcon>
      <div
        id={id}
        ref={card}
        popover="auto"
        className={styles.card}
        role="dialog"
        aria-label={t.sourceOf({ name: title })}
        {...hover.target}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {open && (
          <Suspense fallback={<p role="status">{c.loading}</p>}>
            <Card fields={fields} onShown={place} close={() => card.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  )
}
