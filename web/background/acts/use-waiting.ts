import { useEffect, useSyncExternalStore } from 'react'
import { currentWaiting, onWaiting, startActs } from './queue.ts'

/** The acts that wait, and the connection. */
export function useWaiting() {
  useEffect(startActs, [])
  return useSyncExternalStore(onWaiting, currentWaiting)
}
