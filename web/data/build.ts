import { WEB_BUILD_HEADER } from '@ruam/contract/platform/constants.ts'

let older = false
const listeners = new Set<() => void>()

/** Script that this page began with: its name changes with any other file. */
const ownBuild = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')

/** Compares the build that an answer names with this page's. */
export function noteBuild({ headers }: Response): void {
  const build = headers.get(WEB_BUILD_HEADER)
  if (older || !build || build === ownBuild()) return
  older = true
  for (const listener of listeners) listener()
}

/** True if the server has a newer build than this page; undefined if it cannot be reached. */
export async function isOlderThanServer(): Promise<boolean | undefined> {
  if (older) return true
  try {
    const response = await fetch('/', { cache: 'no-store' })
    noteBuild(response)
    return response.ok ? older : undefined
  } catch {
    return undefined
  }
}

/** Runs once the server is known to have a newer build than this page. */
export const onNewerBuild = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the page from the server: without the worker, which may still have the older one. */
export async function reloadNewest(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await worker?.unregister().catch(() => undefined)
  location.reload()
}
