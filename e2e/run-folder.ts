import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAME = 'RUAM_E2E_RUN'
const cleanUp = fileURLToPath(new URL('clean-up.ts', import.meta.url))

/** Parent of all data folders of a run. Workers inherit its name from the process that began the run. */
export const runFolder = () => process.env[NAME] ?? tmpdir()

/** Makes the folder of a run. A process of its own removes it, with the servers in it, once this process has ended in any way. */
export function beginRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-e2e-run-'))
  // The database may run as another user than this process.
  chmodSync(folder, 0o711)
  process.env[NAME] = folder
  const cleaner = spawn(process.execPath, [cleanUp, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  cleaner.unref()
  // The pipe closes even if this process is killed, and must not keep it alive.
  const pipe = cleaner.stdin as Socket
  pipe.unref()
  return folder
}
