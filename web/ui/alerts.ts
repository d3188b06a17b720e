import { TOAST_MS } from '@ruam/contract/platform/constants.ts'
import type { Alert, AlertOptions } from './Toasts.tsx'

/** The toasts come in a file of their own, fetched once the first screen stands or when the first alert is raised. */
export const loadToasts = () => import('./Toasts.tsx')

/** Milliseconds for which what was done in passing can be taken back from its alert. */
export const UNDO_MS = 8000

let raised = false
const listeners = new Set<() => void>()

/** True after the first alert: the toast container is rendered only then. */
export const anyAlert = () => raised
export const onFirstAlert = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function say(kind: Alert['kind'], message: string, options: AlertOptions = {}) {
  const toasts = await loadToasts().catch(() => undefined)
  // Their code has not come: without a connection nothing can be shown.
  if (!toasts) return
  toasts.show({ ...options, kind, message, autoClose: options.autoClose ?? TOAST_MS })
  raised = true
  for (const listener of listeners) listener()
}

/** Alerts: success green, error red, a download in the color of the product. The message is shown as it is. */
export const alerts = {
  success: (message: string, options?: AlertOptions) => void say('success', message, options),
  error: (message: string, options?: AlertOptions) => void say('error', message, options),
  download: (message: string, options?: AlertOptions) => void say('download', message, options),
}
