import { TOAST_MS } from '@ruam/contract/constants.ts'

interface AlertOptions {
  title?: string
  /** Milliseconds until it closes by itself, or false to stay; 4 s when left out (spec section 9). */
  autoClose?: number | false
  /** A new alert with the id of one that is shown takes its place. */
  id?: string
  /** A way to take back or go on, within the alert; it closes when it is taken. */
  action?: { label: string; onClick: () => unknown }
}

export interface Alert extends AlertOptions {
  kind: 'success' | 'error'
  message: string
  autoClose: number | false
}

/** The toasts come in a file of their own, fetched once the first screen stands or when the first alert is raised. */
export const loadToasts = () => import('./Toasts.tsx')

let raised = false
const listeners = new Set<() => void>()

/** Whether there has been an alert: until then the place for toasts is not rendered. */
export const anyAlert = () => raised
export const onFirstAlert = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function say(kind: Alert['kind'], message: string, options: AlertOptions = {}) {
  const { show } = await loadToasts()
  show({ ...options, kind, message, autoClose: options.autoClose ?? TOAST_MS })
  raised = true
  for (const listener of listeners) listener()
}

/** Alerts: success green, error red. The message is shown as it is. */
export const alerts = {
  success: (message: string, options?: AlertOptions) => void say('success', message, options),
  error: (message: string, options?: AlertOptions) => void say('error', message, options),
}
