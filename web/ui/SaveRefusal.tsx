import { useLayoutEffect, useRef } from 'react'
import { FormNote } from './FormNote.tsx'

interface SaveRefusalProps {
  message: string | undefined
  /** The form is being saved: its button is disabled, which takes the focus from it. */
  busy: boolean
}

/** Why a form was not saved, in its foot: beside the button that saves it, which gets its focus back. */
export function SaveRefusal({ message, busy }: SaveRefusalProps) {
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
  return <FormNote message={message} place="foot" />
}
