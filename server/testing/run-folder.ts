import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const guardFile = fileURLToPath(new URL('run-guard.ts', import.meta.url))

/**
 * Makes the folder for all temporary files of a test run. A guard ends the processes that work in it and deletes it after `close`, or as
 * soon as this process is gone, however it ended.
 */
export async function openRunFolder(): Promise<{ folder: string; close: () => Promise<void> }> {
  const before = process.env.TMPDIR
  const folder = await mkdtemp(join(tmpdir(), 'ruam-run-'))
  // PostgreSQL runs as another user, who must get through.
  await chmod(folder, 0o711)
  // Outside of the process group: Ctrl-C does not reach it.
  const guard = spawn(process.execPath, [guardFile, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
  await once(guard, 'spawn')
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  process.env.TMPDIR = folder
  const close = async () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    const ended = once(guard, 'exit')
    guard.stdin.end()
    await ended
  }
  return { folder, close }
}
