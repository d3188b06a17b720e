import { useBlocker } from '@tanstack/react-router'
import { ask } from './confirm.tsx'
import { wordsNow } from './text.ts'
import { common } from './words.ts'

/** Asks before a screen with unsaved changes is left, by a link, Back, or closing the tab. */
export function useUnsaved(dirty: boolean) {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty,
    shouldBlockFn: async ({ current, next }) => {
      // A change of the search alone stays on the screen.
      if (current.pathname === next.pathname) return false
      const t = wordsNow(common)
      const leave = await ask({
        title: t.leave,
        text: t.leaveText,
        yes: t.leaveConfirm,
        no: t.leaveCancel,
        mode: 'cancel',
      })
      return !leave
    },
  })
}
