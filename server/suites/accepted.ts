// `npm run verify accepted`: what was acknowledged survives each failing statement and a full disk.
//
// Covered: every statement that a clean run of ingest (items of programs, events of LINE), import, export, erasure and broadcast
// makes as the application role, once for each group of SQLSTATEs, 40 items each (erasure: 2 people). A group holds states
// for which every question of `sqlstate.ts` that these flows ask has the same answer; its states take turns, and each meets
// at least one statement of every flow. Then 10,000 acknowledged items and a disk that is really full.
// Left out: each pair of statement and state on its own, two failures in one run, statements that only a failure brings about,
// those of the queue, and commits (`verify crash` ends processes there).
import { spawn } from 'node:child_process'

/** Processes that share the cases. Most of a case is waiting for jobs. */
const SHARES = 4

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const ended = await Promise.all(
  Array.from({ length: SHARES }, (_, at) =>
    // The option comes last: it would take a file for its value.
    run([...vitest, 'server/suites/accepted.test.ts', '--disable-console-intercept'], {
      ACCEPTED_CASES: '100000',
      ACCEPTED_SHARE: `${at + 1}/${SHARES}`,
    }),
  ),
)
ended.push(await run([...vitest, 'server/suites/full-disk.test.ts']))
ended.push(await run(['server/suites/full-disk.ts']))
process.exitCode = ended.every((status) => status === 0) ? 0 : 1

/** Returns the exit status. Settings of the caller win. */
function run(command: readonly string[], env: Record<string, string> = {}): Promise<number | null> {
  return new Promise((resolve) => {
    spawn(process.execPath, command, { stdio: 'inherit', env: { ...env, ...process.env } }).once('exit', resolve)
  })
}
