import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

interface Task {
  /** Path of the program, which reads the file as descriptor 3. */
  program: string
  /** Package that the program loads, as the importing file resolves it. */
  packageUrl: string
  file: FileHandle
  seconds: number
  /** Rights and limits of Node.js. */
  flags: readonly string[]
  args?: readonly string[]
}

/** Kilobytes of data. Node.js alone has 580,000; the largest picture takes 250,000 more. */
const DATA_KB = 1_100_000

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Returns the folder in which a package and its own packages lie, behind links. */
function packagesOf(packageUrl: string): string {
  const path = fileURLToPath(packageUrl)
  return path.slice(0, path.lastIndexOf('node_modules') + 'node_modules'.length)
}

/**
 * Reads a hostile file in a process of its own, with little memory, no environment and no right to write. Its bytes reach neither the
 * server nor another file, and end with their process. Returns what the program printed, or undefined if it failed.
 */
export async function runSeparately({ program, packageUrl, file, seconds, flags, args = [] }: Task) {
  // The shell sets the limits that Node.js cannot. macOS has none for data.
  const limited = `ulimit -d ${DATA_KB} 2>/dev/null; ulimit -t ${seconds}; exec "$0" "$@"`
  const readable = [
    program,
    ...['../../package.json', '../../../node_modules', '../../../package.json'].map(here),
    packagesOf(packageUrl),
  ]
  const rights = [
    '--permission',
    '--disable-warning=SecurityWarning',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ]
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...rights, ...flags, program, ...args], {
    env: {},
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', file.fd],
  })
  const exit = once(child, 'exit') as Promise<[code: number | null]>
  exit.catch(() => {})
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  try {
    const answer = await buffer(child.stdout as Readable)
    const [code] = await exit
    return code === 0 ? answer : undefined
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
