import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Comparer } from './comparer.ts'
import type { Answered, RequestedCall } from './comparer-thread.ts'

/** Other threads get three times the share. The lowest priority would hold a transaction open for minutes on a busy machine. */
const NICE = 5
// Linux sets the priority of the calling thread alone. Elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(NICE)

const comparer = new Comparer()
parentPort!.on('message', ({ name, args }: RequestedCall) => {
  const answer = (answered: Answered) => parentPort!.postMessage(answered)
  try {
    answer({ result: (comparer[name] as (...args: unknown[]) => unknown)(...args) })
  } catch (error) {
    answer({ error })
  }
})
