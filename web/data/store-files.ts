import { whenIdle } from './idle.ts'

/** Has the browser cache the files of the web for other visits, where it allows: not on plain http. */
export const storeFiles = () =>
  whenIdle(() => [
    async () => {
      const path = '/sw.js'
      await navigator.serviceWorker?.register(path, { updateViaCache: 'none' })
    },
  ])
