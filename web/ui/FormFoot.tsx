import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { FormNote } from './FormNote.tsx'
import overlays from './overlays.module.css'

interface FormFootProps {
  /** Why the form was not saved. */
  message: string | undefined
  /** The form is being saved: its button is disabled, which takes the focus from it. */
  busy: boolean
  /** Of a form that is no dialog. */
  className?: string | undefined
  /** The buttons. */
  children: ReactNode
}

/** The foot of a form, which stays in sight: its buttons, and why it was not saved. The button that saves keeps the focus. */
export function FormFoot({ message, busy, className = overlays.dialogFoot, children }: FormFootProps) {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (busy) {
      focused.current = document.activeElement
      return
    }
    const lost = document.activeElement === document.body || document.activeElement === focused.current
    if (lost && focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
    focused.current = null
  }, [busy])
  return (
    <div className={className}>
      <FormNote message={message} place="foot" />
      {children}
    </div>
  )
}
