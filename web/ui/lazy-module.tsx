import { type ComponentType, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { alerts } from './alerts.ts'
import { bufferKeys, useKeysWait } from './buffer-keys.ts'
import { closeDialog } from './close-dialog.ts'
import { chunkWords, type LazyModule } from './lazy.tsx'
import styles from './lazy-module.module.css'
import { retry } from './retry.ts'

/** Input typed before a part is loaded: its subject and letters. Multi-line text survives a failure. */
interface Early {
  of?: unknown
  text: string
}

/** Keys wait meanwhile, with a note after three seconds. */
const ATTEMPTS = 3

interface Late<P, T> {
  code: LazyModule<P>
  /** The part once its file is there. */
  draw: (Part: ComponentType<P>, of: T, close: () => void) => ReactNode
  /** The box that stands for it until then, of a part that is typed into. */
  box?: { label: string; lines?: number; early: Early }
}

/**
 * A part of the page that opens on request, by a key or otherwise, and whose file may still have to load. What they press and type
 * until then is held for it.
 */
export function useLazyPart<P, T = void>({ code, draw, box }: Late<P, T>): [open: (of: T) => void, part: ReactNode] {
  const [asked, setAsked] = useState<{ of: T; there: boolean }>()
  const field = useRef<HTMLTextAreaElement>(null)
  const giveUp = useRef<() => void>(undefined)
  useEffect(() => () => giveUp.current?.(), [])
  useLayoutEffect(() => {
    // The part has taken it.
    if (box && asked?.there) box.early.text = ''
  })
  const leave = () => {
    giveUp.current?.()
    giveUp.current = undefined
    // Gives the focus back, for the part to find it there.
    closeDialog(field.current?.closest('dialog'))
  }
  const close = () => {
    leave()
    if (box) box.early.text = ''
    setAsked(undefined)
  }
  const open = (of: T) => {
    if (asked) return
    if (box && box.early.of !== of) Object.assign(box.early, { of, text: '' })
    const there = code.now() !== undefined
    setAsked({ of, there })
    // A dialog that does not see to it itself takes the focus only a moment after it is drawn.
    if (there) return void (box || bufferKeys())
    const come = new Promise<void>((resolve, reject) => {
      giveUp.current = reject
      const over = (there: boolean) => {
        if (giveUp.current !== reject) return
        giveUp.current = undefined
        leave()
        flushSync(() => setAsked(there ? { of, there } : undefined))
        if (there) return resolve()
        reject()
        if (box && !box.lines) box.early.text = ''
        alerts.error(chunkWords())
      }
      retry(code.come, { attempts: ATTEMPTS }).then(
        () => over(true),
        () => over(false),
      )
    })
    void bufferKeys(come, close)
  }
  const Part = asked?.there ? code.now() : undefined
  if (Part) return [open, draw(Part, asked!.of, close)]
  return [open, asked && box && <Box {...box} field={field} onCancel={close} />]
}

interface BoxProps {
  label: string
  lines?: number | undefined
  early: Early
  field: RefObject<HTMLTextAreaElement | null>
  onCancel: () => void
}

/** Has the focus at once: a phone brings its keyboard up for a touch alone, and no letter is lost. */
function Box({ label, lines, early, field, onCancel }: BoxProps) {
  useLayoutEffect(() => {
    const { current } = field
    current?.closest('dialog')?.showModal()
    current?.setSelectionRange(early.text.length, early.text.length)
  }, [field, early])
  const Field = lines ? 'textarea' : 'input'
  const outside = () => (lines && early.text ? field.current?.focus() : onCancel())
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself
    <dialog
      className={styles.early}
      aria-label={label}
      data-early
      onClick={({ target, currentTarget }) => target === currentTarget && outside()}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      {lines && <b>{label}</b>}
      <Field
        ref={field as RefObject<(HTMLTextAreaElement & HTMLInputElement) | null>}
        {...(lines && { rows: lines })}
        aria-label={label}
        autoComplete="off"
        maxLength={lines ? undefined : 200}
        defaultValue={early.text}
        data-early
        // A dialog below is not meant by Esc.
        data-mantine-stop-propagation
        onInput={({ currentTarget }) => {
          early.text = currentTarget.value
        }}
      />
    </dialog>
  )
}

/** A part of a screen once its file is there; the keys of the screen wait for it while there is a connection. Throws ChunkLoadError. */
export function useLazyModule<P>(code: LazyModule<P>, wanted: boolean): ComponentType<P> | undefined {
  const [seen, setSeen] = useState<{ failure?: unknown; offline?: true }>({})
  const Part = wanted ? code.now() : undefined
  const misses = wanted && !Part
  useKeysWait(misses && !seen.offline)
  useEffect(() => {
    if (!misses) return
    retry(code.come, { offline: 'wait', onWait: () => setSeen({ offline: true }) }).then(
      () => flushSync(() => setSeen({})),
      (failure) => setSeen({ failure }),
    )
  }, [code, misses])
  if (seen.failure) throw seen.failure
  return Part
}
