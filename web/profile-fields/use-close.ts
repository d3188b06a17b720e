import { useConfirm } from '../core/confirm.tsx'
import { useWords } from '../core/text.ts'
import { useUnsaved } from '../core/unsaved.ts'
import { common } from '../core/words.ts'

/** Closes a dialog, after asking when something was typed into it; the screen under it is not left without asking either. */
export function useClose(dirty: boolean, onClose: () => void) {
  const c = useWords(common)
  const confirm = useConfirm()
  useUnsaved(dirty)
  return async () => {
    const question = {
      title: c.leave,
      text: c.leaveText,
      yes: c.leaveConfirm,
      no: c.leaveCancel,
      mode: 'cancel',
    } as const
    if (!dirty || (await confirm(question))) onClose()
  }
}
