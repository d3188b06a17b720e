import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { wordsNow } from '../data/text.ts'
import { markTyped } from '../data/typed.ts'
import { askConfirmation } from './confirm.tsx'
import { formWords } from './form-words.ts'

interface Address {
  pathname: string
  search: object
}

/** Asks whether to discard unsaved text. */
function askLeave(): Promise<boolean> {
  const t = wordsNow(formWords)
  return askConfirmation({ title: t.leave, text: t.leaveText, yes: t.leaveConfirm, no: t.leaveCancel, mode: 'cancel' })
}

/** Asks before a screen with unsaved changes is left, by a link, Back, or closing the tab. `part`: what of an address makes it another. */
export function useUnsaved(dirty: boolean, part: (address: Address) => unknown = ({ pathname }) => pathname) {
  useEffect(() => (dirty ? markTyped() : undefined), [dirty])
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty,
    // A change of the search alone stays on the screen.
    shouldBlockFn: async ({ current, next }) => part(current) !== part(next) && !(await askLeave()),
  })
}

/** Closes a dialog, after asking when something was typed into it; the screen under it is not left without asking either. */
export function useClose(dirty: boolean, onClose: () => void) {
  useUnsaved(dirty)
  return async () => {
    if (!dirty) onClose()
    // At once, for keys that follow are meant for what is below.
    else if (await askLeave()) flushSync(onClose)
  }
}
