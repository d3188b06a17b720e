import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process of this machine (and no other caller in this process) runs under the same name.
 * The lock is a listening local socket: the system frees it however its holder dies, which a lock file can't promise.
 * Throws when the lock isn't free within `patienceMs` milliseconds.
 */
export async function withStartLock<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(addressOf(name), Date.now() + patienceMs)
  if (!lock)
    throw new Error(`Another process has been starting or stopping ${name} for too long; end it and try again.`)
  try {
    return await work()
  } finally {
    lock.close()
    await once(lock, 'close')
  }
}

function addressOf(name: string): string {
  const id = `ruam-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${id}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), `${id}.sock`)
}

async function takeLock(address: string, deadline: number): Promise<Server | undefined> {
  while (Date.now() < deadline) {
    const lock = createServer((socket) => socket.destroy())
    try {
      lock.listen(address)
      await once(lock, 'listening')
      return lock
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    // Only where the socket is a file (macOS) can it outlive its holder.
    if (address.endsWith('.sock') && !(await answers(address))) await unlink(address).catch(() => {})
    await sleep(25)
  }
  return undefined
}

async function answers(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
