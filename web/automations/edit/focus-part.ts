import { focusField } from '../../broadcasts/parts.ts'
import type { MissingPart } from './use-missing-parts.ts'

const field = ':is(input, textarea, select, [contenteditable], button):not([disabled])'

/** Scrolls to what a missing part lacks, and focuses it. */
export function focusPart({ path, step }: Pick<MissingPart, 'path' | 'step'>): void {
  const named = document.querySelector<HTMLElement>(`[name="${path}"]`)
  const place =
    step !== undefined && path === `steps.${step}` ? `[data-step="${step}"] [data-body]` : `[data-part="${path}"]`
  const found = named ?? (path === 'steps' ? null : document.querySelector<HTMLElement>(`${place} ${field}`))
  if (!found) {
    focusField(path)
    return
  }
  found.scrollIntoView({ block: 'center' })
  found.focus({ preventScroll: true })
}
