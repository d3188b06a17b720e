// `npm run verify accepted`: each statement fails once with each SQLSTATE, 40 items each; then a disk that is really full.
import { spawnSync } from 'node:child_process'

const commands = [
  ['node_modules/vitest/vitest.mjs', 'run', 'server/suites/accepted.test.ts', 'server/suites/full-disk.test.ts'],
  ['server/suites/full-disk.ts'],
]
const env = { ACCEPTED_CASES: '100000', ...process.env }
const statuses = commands.map((command) => spawnSync(process.execPath, command, { stdio: 'inherit', env }).status)
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1
