import { CHUNK_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { type ComponentType, use } from 'react'
import { wordsNow } from '../data/text.ts'
import { common } from '../data/words.ts'
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
  preload: () => Promise<void>
  /** The component, if it is there. */
  now: () => ComponentType<P> | undefined
  /** Rejects with ChunkLoadError. */
  come: () => Promise<void>
  /** The component; suspends until it is there. Throws ChunkLoadError. */
  use: () => ComponentType<P>
}

export function lazyModule<P = object>(load: () => Promise<ComponentType<P>>): LazyModule<P> {
  let loaded: ComponentType<P> | undefined
  let failure: ChunkLoadError | undefined
  let pending: Promise<void> | undefined

  function preload(): Promise<void> {
    if (loaded) return Promise.resolve()
    failure = undefined
    pending ??= inTime(load)
      .then(
        (component) => {
          loaded = component
        },
        (cause: unknown) => {
          failure = new ChunkLoadError('A part of the page could not be loaded', { cause })
        },
      )
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  return {
    preload,
    now: () => loaded,
    async come() {
      await preload()
      if (failure) throw failure
    },
    use() {
      if (loaded) return loaded
      if (!failure) {
        use(preload())
        return this.use()
      }
      // The next attempt fetches again.
      const thrown = failure
      failure = undefined
      throw thrown
    },
  }
}

/** Shows a component whose code comes when it is needed. */
export function Lazy({ code }: { code: LazyModule }) {
  const Component = code.use()
  return <Component />
}
