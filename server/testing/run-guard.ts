// Waits until the process that started it is gone, then ends what still works in the folder of its run, and deletes the folder.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const [folder] = process.argv.slice(2) as [string]
const POLL_MS = 50
/** From then on processes are killed that were asked to end. */
const PATIENCE_ROUNDS = 100
const MAX_ROUNDS = 400

/** Reads a file of a process; empty if the process is gone or belongs to another user. */
function read(of: () => string): string {
  try {
    return of()
  } catch {
    return ''
  }
}

/** Processes that were started with the folder in their arguments or environment, or work in it, and are no zombies. */
function processesOfRun(): number[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
  return pids.filter((pid) => {
    if (/\) Z/.test(read(() => readFileSync(`/proc/${pid}/stat`, 'utf8')))) return false
    const told = ['cmdline', 'environ'].map((name) => read(() => readFileSync(`/proc/${pid}/${name}`, 'utf8')))
    return [...told, read(() => readlinkSync(`/proc/${pid}/cwd`))].some((text) => text.includes(folder))
  })
}

function end(pid: number, round: number): void {
  const isPostgres = read(() => readFileSync(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres'
  // A killed postmaster would leave its processes behind: an immediate shutdown takes them along.
  const signal = isPostgres && round < PATIENCE_ROUNDS ? 'SIGQUIT' : 'SIGKILL'
  read(() => String(process.kill(pid, signal)))
}

process.stdin.resume()
process.stdin.once('close', async () => {
  for (let round = 0; round < MAX_ROUNDS && process.platform === 'linux'; round++) {
    const left = processesOfRun()
    if (left.length === 0) break
    if (round % PATIENCE_ROUNDS === 0) for (const pid of left) end(pid, round)
    await sleep(POLL_MS)
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
