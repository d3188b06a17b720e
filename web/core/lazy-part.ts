import { lazy } from 'react'
import { alerts } from './alerts.ts'
import { wordsNow } from './text.ts'
import { common } from './words.ts'

/**
 * React's `lazy` for a part of a screen. Its code may be asked for when the connection has gone: it then says so and comes once there is
 * one again, rather than to take away the screen that it is a part of.
 */
export const lazyPart: typeof lazy = (load) =>
  lazy(async () => {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        if (navigator.onLine) throw error
        alerts.error(wordsNow(common).network, { id: 'network' })
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      }
    }
  })
