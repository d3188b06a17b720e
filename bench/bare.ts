import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpuOf } from './cpu.ts'

/** Starts node:http with nothing behind it in a process of its own, which answers every request with the same bytes. */
export async function startBare(text: string) {
  const child = fork(new URL('bare-http.ts', import.meta.url))
  child.send(text)
  const [address] = (await once(child, 'message')) as [string]
  return { address, cpu: () => ({ node: cpuOf(child.pid!) }), stop: () => child.kill() }
}
