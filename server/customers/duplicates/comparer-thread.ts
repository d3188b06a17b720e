import { once } from 'node:events'
import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Comparer } from './comparer.ts'

/** Methods of a comparer, in another thread. */
export type RemoteComparer = {
  [N in keyof Comparer]: (...args: Parameters<Comparer[N]>) => Promise<ReturnType<Comparer[N]>>
}

export interface RequestedCall {
  name: keyof Comparer
  args: unknown[]
}
export type Answered = { result: unknown } | { error: unknown }

/** Stores of fewer people are compared in this thread, because a thread takes 0.1 s to start. */
const FEWEST_OF_THREAD = 500

/** Lets `work` use a comparer for a store of so many people, and ends its thread. One call at a time. */
export async function withComparer<T>(people: number, work: (comparer: RemoteComparer) => Promise<T>): Promise<T> {
  if (people < FEWEST_OF_THREAD) {
    const comparer = new Comparer()
    return work(
      remote(async (name, args) => {
        await breathe()
        return (comparer[name] as (...args: unknown[]) => unknown)(...args)
      }),
    )
  }
  const worker = new Worker(new URL('./comparer-worker.ts', import.meta.url))
  try {
    return await work(
      remote(async (name, args) => {
        const answered = once(worker, 'message') as Promise<[Answered]>
        worker.postMessage({ name, args } satisfies RequestedCall)
        const [answer] = await answered
        if ('error' in answer) throw answer.error
        return answer.result
      }),
    )
  } finally {
    await worker.terminate()
  }
}

const remote = (call: (name: keyof Comparer, args: unknown[]) => Promise<unknown>): RemoteComparer =>
  new Proxy({} as RemoteComparer, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        call(name as keyof Comparer, args),
  })
