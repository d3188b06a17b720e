/** Closes a dialog. Chromium gives the focus back without the caret: a box that it comes back to would take no letter. */
export function closeDialog(dialog: HTMLDialogElement | null | undefined) {
  dialog?.close()
  const box = document.activeElement
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return
  box.blur()
  // Text before the dialog: while such a box has the focus, its caret counts as at the start.
  const { selectionStart, selectionEnd } = box
  box.focus({ preventScroll: true })
  // Null in the kinds of box that have no caret to set, as one for an email.
  if (selectionStart !== null) box.setSelectionRange(selectionStart, selectionEnd)
}
