import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, type ToggleEvent, useId, useRef, useState } from 'react'
import { useWords } from '../../core/text.ts'
import styles from './ColumnsButton.module.css'
import { listText } from './list-text.ts'
import type { useColumns } from './use-columns.ts'

const loadPanel = async () => ({ default: (await import('./ColumnsPanel.tsx')).ColumnsPanel })
const ColumnsPanel = lazy(loadPanel)

/** Pixels: from the button. */
const GAP = 6

/** Opens the choice of columns; on a phone there are none. */
export function ColumnsButton(props: ReturnType<typeof useColumns>) {
  const t = useWords(listText)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const place = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return
    const { right, bottom } = button.current.getBoundingClientRect()
    currentTarget.style.setProperty('--right', `${document.documentElement.clientWidth - right}px`)
    currentTarget.style.setProperty('--top', `${bottom + GAP}px`)
    props.choose()
    setOpen(true)
  }
  return (
    <>
      <Button
        ref={button}
        popoverTarget={id}
        className={styles.button}
        leftSection={<IconColumns3 size={16} stroke={1.6} />}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
      >
        {t.columns}
      </Button>
      <div
        id={id}
        popover="auto"
        className={styles.panel}
        onBeforeToggle={place}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {open && (
          <Suspense>
            <ColumnsPanel {...props} />
          </Suspense>
        )}
      </div>
    </>
  )
}
