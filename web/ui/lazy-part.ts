import { lazy } from 'react'
import { wordsNow } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from './alerts.ts'

/** Loads a part of a screen. Where the connection has gone it says so, and comes once there is one again; `onWait`: when it begins to wait. */
export async function onceOnline<T>(load: () => Promise<T>, onWait?: () => void): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      alerts.error(wordsNow(common).network, { id: 'network' })
      onWait?.()
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    }
  }
}

/** React's `lazy` for a part of a screen: without a connection it does not take away the screen that it is a part of. */
export const lazyPart: typeof lazy = (load) => lazy(() => onceOnline(load))
