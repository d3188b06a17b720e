import { Button } from '@mantine/core'
import {
  type ReactNode,
  type Ref,
  Suspense,
  type ToggleEvent,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { bufferKeys } from '../../../ui/buffer-keys.ts'
import styles from './PanelButton.module.css'

/** Pixels: from the button, and from the edge of the window. */
const GAP = 6
/** Milliseconds within which the content takes the focus, and between two looks. */
const [FOCUS_MS, LOOK_MS] = [1500, 16]

export interface PanelHandle {
  /** Opens the panel under an element. */
  open: (at: HTMLElement) => void
}

interface PanelButtonProps {
  label: string
  icon: ReactNode
  /** Without a border. */
  plain?: boolean
  /** The edge of the button that the panel is in line with. */
  align: 'left' | 'right'
  /** Class of the panel, for scrolling and phones. */
  className: string | undefined
  /** Prefetches the content of the panel when the user is about to open it. */
  load: () => Promise<unknown>
  onOpen?: () => void
  onClose?: () => void
  handle?: Ref<PanelHandle>
  /** Without a button: only the handle opens it. */
  bare?: boolean
  /** Its content takes the focus: what is typed until then is kept for it. */
  typedInto?: boolean
  /** Pixels that its content may take. */
  width?: number
  /** Content of the panel, rendered at each opening. */
  children: (close: () => void) => ReactNode
}

/** A button of the list's toolbar with a panel under it. */
export function PanelButton(props: PanelButtonProps) {
  const {
    label,
    icon,
    plain,
    align,
    className,
    load,
    onOpen,
    onClose,
    handle,
    bare,
    typedInto,
    width = 360,
    children,
  } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  // The panel is painted at once, its content after it.
  const drawn = useDeferredValue(open)
  useImperativeHandle(handle, () => ({
    open(at) {
      anchor.current = at
      panel.current?.showPopover()
    },
  }))
  const close = () => panel.current?.hidePopover()
  const takesFocus = async () => {
    await load()
    const latest = performance.now() + FOCUS_MS
    while (performance.now() < latest && !panel.current?.querySelector('input:focus'))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const place = ({ newState, currentTarget: { style } }: ToggleEvent<HTMLDivElement>) => {
    const at = anchor.current ?? button.current
    if (newState !== 'open' || !at) return
    const { left, right, bottom } = at.getBoundingClientRect()
    style.setProperty('--top', `${bottom + GAP}px`)
    if (align === 'right') style.setProperty('--right', `${document.documentElement.clientWidth - right}px`)
    // Reckoned by the browser: it stays in sight when a tablet is turned.
    else style.setProperty('--left', `min(${left}px, max(${GAP}px, 100vw - ${width + GAP}px))`)
    if (typedInto && !anchor.current) void bufferKeys(takesFocus().catch(close), close)
    onOpen?.()
    setOpen(true)
  }
  return (
    <>
      {!bare && (
        <Button
          ref={button}
          popoverTarget={id}
          leftSection={icon}
          className={plain ? styles.plain : undefined}
          {...(plain && { variant: 'subtle', color: 'var(--ruam-text-2)' })}
          onPointerEnter={() => void load().catch(() => undefined)}
        >
          {label}
        </Button>
      )}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={`${styles.panel} ${className}`}
        onBeforeToggle={place}
        onToggle={({ newState }) => {
          if (newState !== 'closed') return
          anchor.current = null
          setOpen(false)
          onClose?.()
        }}
      >
        {open && (
          <Suspense fallback={<div className={styles.waiting} />}>
            {drawn ? children(close) : <div className={styles.waiting} />}
          </Suspense>
        )}
      </div>
    </>
  )
}
