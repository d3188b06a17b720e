import { CHUNK_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { type ComponentType, use } from 'react'
import { wordsNow } from '../data/text.ts'
import { common } from '../data/words.ts'
import { retry } from './retry.ts'
import { shell } from './shell-words.ts'

/** The code of a screen could not be fetched: the network is gone, or a newer version has replaced it. */
export class ChunkLoadError extends Error {}

export const chunkWords = () => (navigator.onLine ? wordsNow(shell).chunkText : wordsNow(common).network)

/** Gives up after 120 s (spec section 8). */
function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS)
  })
  return Promise.race([load(), late]).finally(() => clearTimeout(timer))
}

/** The code of a component: fetched when it is first shown, or earlier through `preload`. */
export interface LazyModule<P = object> {
  /** Retries with backoff; never rejects. */
  preload: () => Promise<void>
  /** The component, if it is there. */
  now: () => ComponentType<P> | undefined
  /** One attempt. Rejects with ChunkLoadError. */
  come: () => Promise<void>
  /** The component; suspends until it is there. Throws ChunkLoadError. */
  use: () => ComponentType<P>
}

/** Milliseconds for which a failure is thrown again: React renders once more right after an error. */
const FAILURE_MS = 1000

export function lazyModule<P = object>(load: () => Promise<ComponentType<P>>): LazyModule<P> {
  let loaded: ComponentType<P> | undefined
  let failure: ChunkLoadError | undefined
  let attempt: Promise<void> | undefined
  let pending: Promise<void> | undefined

  async function come(): Promise<void> {
    if (loaded) return
    attempt ??= inTime(load)
      .then(
        (component) => {
          loaded = component
        },
        (cause: unknown) => {
          throw new ChunkLoadError('A part of the page could not be loaded', { cause })
        },
      )
      .finally(() => {
        attempt = undefined
      })
    await attempt
  }
  function preload(): Promise<void> {
    if (loaded) return Promise.resolve()
    failure = undefined
    pending ??= retry(come)
      .catch((error: ChunkLoadError) => {
        failure = error
        setTimeout(() => {
          failure = undefined
        }, FAILURE_MS)
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  return {
    preload,
    now: () => loaded,
    come,
    use() {
      if (loaded) return loaded
      if (failure) throw failure
      use(preload())
      return this.use()
    },
  }
}

/** Shows a component whose code comes when it is needed. */
export function Lazy({ code }: { code: LazyModule }) {
  const Component = code.use()
  return <Component />
}
