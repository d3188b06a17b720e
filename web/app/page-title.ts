import { useEffect, useSyncExternalStore } from 'react'

let title: string | undefined
let tab: string | undefined
const listeners = new Set<() => void>()

function become(next: string | undefined) {
  title = next
  for (const listener of listeners) listener()
}

/** Sets the header's title while a screen is shown, for instance to the name of what is open. */
export function usePageTitle(text: string | undefined) {
  useEffect(() => {
    become(text)
    return () => become(undefined)
  }, [text])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the title of the browser's tab while a screen is shown; the header keeps its own. */
export function useTabTitle(text: string | undefined) {
  useEffect(() => {
    tab = text
    become(title)
    return () => {
      tab = undefined
      become(title)
    }
  }, [text])
}

/** The tab's title that a screen has set. */
export const useOwnTabTitle = () => useSyncExternalStore(subscribe, () => tab)

/** The title a screen has set for itself. */
export const useOwnTitle = () => useSyncExternalStore(subscribe, () => title)
