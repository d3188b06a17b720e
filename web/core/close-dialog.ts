/** Closes a dialog. Chromium gives the focus back without the caret: a box that it comes back to would take no letter. */
export function closeDialog(dialog: HTMLDialogElement | null | undefined) {
  dialog?.close()
  const box = document.activeElement
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return
  box.blur()
  box.focus({ preventScroll: true })
}
