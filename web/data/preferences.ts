import { useSyncExternalStore } from 'react'
import { preference } from './storage.ts'

/** Settings of this machine. Without `era` and `scheme`, the store and the system decide. */
export interface Preferences {
  language: 'th' | 'en'
  scheme?: 'light' | 'dark'
  era?: 'ce' | 'be'
  menuFolded: boolean
  /** Single keys do nothing: switched off by the person. */
  keys?: false
}

const defaults: Preferences = { language: 'th', menuFolded: false }
const stored = preference<Partial<Preferences>>('all')
let current: Preferences = { ...defaults, ...stored.get() }
const listeners = new Set<() => void>()

export const preferenceStore = () => current

/** Applies a store's language if none was chosen in this browser. */
export function offerLanguage(language: 'th' | 'en' | undefined) {
  if (language && language !== current.language && stored.get()?.language === undefined) prefer({ language })
}

export function prefer(change: Partial<Preferences>) {
  current = { ...current, ...change }
  stored.set(current)
  for (const listener of listeners) listener()
}

export function onPreference(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The preferences, re-rendering when one changes. */
export const usePreferences = () => useSyncExternalStore(onPreference, preferenceStore)
