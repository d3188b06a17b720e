// `npm run check`: types, lint and format, the order of imports, the owners of tables, unused exports, doors for text from outside, locks of
// migrations, casts that hide an index. Runs every step, and fails if one did. `npm run check -- --changed`: lint and format only in files
// that differ from main; the other steps read the whole tree, and are quick because types are checked incrementally.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedFiles } from './changed-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json']

const changed = process.argv.includes('--changed') ? changedFiles(root) : undefined
if (process.argv.includes('--changed') && !changed)
  console.log('There is no main to compare with: all files are checked.')
const lint = changed ? ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed] : ['check', '.']

const steps: [name: string, command: string, args: string[]][] = [
  ['types', bin('tsc'), types],
  ...(changed?.length === 0 ? [] : [['lint', bin('biome'), lint] as [string, string, string[]]]),
  ['order', process.execPath, ['tools/check-order.ts']],
  ['owners', process.execPath, ['tools/check-owners.ts']],
  ['exports', process.execPath, ['tools/check-exports.ts']],
  ['doors', process.execPath, ['tools/check-doors.ts']],
  ['migrations', process.execPath, ['tools/check-migrations.ts']],
  ['casts', process.execPath, ['tools/check-casts.ts']],
]
const failed = steps.filter(
  ([, command, args]) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0,
)
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
