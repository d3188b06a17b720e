import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { withStartLock } from './start-lock.ts'

/** Another process that takes the lock and keeps it. */
async function holderOf(name: string) {
  const code = `
    import { withStartLock } from './start-lock.ts'
    await withStartLock(${JSON.stringify(name)}, 10000, async () => {
      console.log('held')
      await new Promise(() => setInterval(() => {}, 1000))
    })`
  const args = ['--input-type=module-typescript', '--no-warnings', '--eval', code]
  const holder = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  return holder
}

test('works under one name never overlap', async () => {
  const name = randomUUID()
  let inside = 0
  const seen: number[] = []
  const work = async () => {
    inside++
    await new Promise(setImmediate)
    seen.push(inside)
    inside--
  }
  await Promise.all(Array.from({ length: 10 }, () => withStartLock(name, 30_000, work)))
  expect(seen).toEqual(Array.from({ length: 10 }, () => 1))
})

test('a work that fails frees the lock and passes its error on', async () => {
  const name = randomUUID()
  const failing = withStartLock(name, 1000, () => Promise.reject(new Error('no luck')))
  await expect(failing).rejects.toThrow('no luck')
  expect(await withStartLock(name, 1000, async () => 'next')).toBe('next')
})

test('a lock that another process holds is not given out, and the sentence says so', async () => {
  const name = randomUUID()
  await holderOf(name)
  await expect(withStartLock(name, 200, async () => 'mine')).rejects.toThrow(
    /^Another process has been starting or stop/,
  )
})

test('a lock whose holder was killed is free', async () => {
  const name = randomUUID()
  const holder = await holderOf(name)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await withStartLock(name, 10_000, async () => 'mine')).toBe('mine')
})
