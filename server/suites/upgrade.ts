// `npm run verify upgrade [commit]`: runs the previous version together with this one, on the schema of this one. Without a commit, the
// previous version is the one before the newest migration. UPGRADE_ROUNDS upgrades under writers come first, and UPGRADE_ROUNDS_ONLY=1 ends there.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { crashFile } from './crash-file.ts'
import { signIn } from './ruam-client.ts'
import { startRuam } from './ruam-process.ts'
import { playUpgrades } from './upgrade-rounds.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Suites of the version before that call it as its web app and programs do. */
const SUITES = ['server/suites/spec-calls.test.ts', 'server/suites/call-permissions.test.ts']
const ROWS = 3000

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) {
    console.log(
      'The version before is taken from the history of the repository, which this copy has not: nothing was tested.',
    )
    process.exit(0)
  }
  return stdout.trim()
}

/** The rounds were all that was wanted. */
class Ended extends Error {}

/** The tree of a commit, on the packages that are installed here. */
function unpack(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-before-'))
  const archive = join(folder, 'archive.tar')
  git('archive', '--output', archive, commit)
  spawnSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@ruam'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@ruam') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of ['contract', 'server', 'web', 'e2e', 'bench', 'tools'])
    symlinkSync(join(folder, name), join(modules, '@ruam', name))
  return folder
}

/** Imports a file at one process while both versions work, and returns how many profiles the other one counts then. */
async function importAt(address: string, other: string, number: number): Promise<number> {
  const client = await signIn(address)
  const path = join(before, `customers-${number}.csv`)
  writeFileSync(path, crashFile(number, ROWS).csv)
  const id = await client.upload(path, `ไฟล์ ${number}`)
  await client.loaded(id)
  await client.map(id)
  const params = { id: String(id) }
  const dry = await client.call(importRun.dryRun, { params })
  await client.ended(id, dry.run_id)
  const run = await client.call(importRun.run, { params, body: { run_id: dry.run_id } })
  await client.ended(id, run.run_id)
  return (await (await signIn(other)).call(profiles.list, { query: { limit: '1' } })).total
}

const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'server/migrations')
const commit = process.argv[2] ?? `${newest}^`
const before = unpack(commit)
console.log(`Together with this version: ${git('log', '-1', '--format=%h %s', commit)}`)
let faults = 0
try {
  const data = join(before, 'data')
  // The previous version made the folder. The new one migrates it, and then both start, serve and work at the same time.
  const made = await startRuam(data, { role: 'all', root: before })
  await made.signal('SIGTERM')
  const rounds = Number(process.env.UPGRADE_ROUNDS ?? 20)
  faults += await playUpgrades({ data, before, rounds, importAt })
  if (process.env.UPGRADE_ROUNDS_ONLY) throw new Ended()
  const started = [
    await startRuam(data, { role: 'all' }),
    await startRuam(data, { role: 'all', root: before }),
  ] as const
  const [now, old] = started
  const expected = crashFile(1, ROWS).counts.added
  const { total: there } = await (await signIn(old.address)).call(profiles.list, { query: { limit: '1' } })
  const counted = [await importAt(old.address, now.address, 1), await importAt(now.address, old.address, 2)].map(
    (total) => total - there,
  )
  console.log(
    `Imported ${ROWS} rows at each version while the other runs: ${counted.join(', ')} profiles of ${expected}, ${2 * expected}`,
  )
  if (counted[0] !== expected || counted[1] !== 2 * expected) faults++
  // Each takes over what the other did.
  for (const one of started) await one.signal('SIGTERM')
  rmSync(join(before, 'server/migrations'), { recursive: true })
  cpSync(join(root, 'server/migrations'), join(before, 'server/migrations'), { recursive: true })
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...SUITES], {
    cwd: before,
    stdio: 'inherit',
  })
  if (status !== 0) faults++
} catch (error) {
  if (!(error instanceof Ended)) throw error
} finally {
  rmSync(before, { recursive: true, force: true })
}
process.exit(faults === 0 ? 0 : 1)
