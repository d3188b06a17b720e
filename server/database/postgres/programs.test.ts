import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgresPrograms, linkPostgresLibraries } from './programs.ts'

const run = promisify(execFile)
const links = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
]

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-native-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A package as npm leaves it when it runs no install scripts. */
async function unlinkedPackage(list = links): Promise<{ native: string; lib: string }> {
  const native = join(await temporaryFolder(), 'native')
  const lib = join(native, 'lib')
  await mkdir(lib, { recursive: true })
  await writeFile(join(lib, 'libpq.so.5.18'), 'library')
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(list))
  return { native, lib }
}

test('the programs run from a package whose install script never ran', async () => {
  const native = join(await temporaryFolder(), 'native')
  await cp(findPostgresPrograms(), native, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  })
  const initdb = join(native, 'bin', 'initdb')
  if (process.platform === 'linux') await expect(run(initdb, ['--version'])).rejects.toThrow('shared libraries')
  await linkPostgresLibraries(native)
  expect((await run(initdb, ['--version'])).stdout).toMatch(/^initdb \(PostgreSQL\) 18/)
})

test('the links are relative, so that the folder can be moved', async () => {
  const { native, lib } = await unlinkedPackage()
  await linkPostgresLibraries(native)
  expect(await readlink(join(lib, 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(await readFile(join(lib, 'libpq.so'), 'utf8')).toBe('library')
})

test('processes that start together make the links together', async () => {
  const { native, lib } = await unlinkedPackage()
  await Promise.all(Array.from({ length: 20 }, () => linkPostgresLibraries(native)))
  expect((await readdir(lib)).sort()).toEqual(['libpq.so', 'libpq.so.5', 'libpq.so.5.18'])
})

test('nothing is written when the links are there, as in a read-only installation', async () => {
  const { native, lib } = await unlinkedPackage()
  await linkPostgresLibraries(native)
  const before = await stat(lib, { bigint: true })
  await linkPostgresLibraries(native)
  expect((await stat(lib, { bigint: true })).ctimeNs).toBe(before.ctimeNs)
})

test('a link to an older version is corrected, and a copy in the place of a link is left', async () => {
  const { native, lib } = await unlinkedPackage()
  await symlink('libpq.so.5.17', join(lib, 'libpq.so.5'))
  await writeFile(join(lib, 'libpq.so'), 'copy')
  await linkPostgresLibraries(native)
  expect(await readlink(join(lib, 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(await readFile(join(lib, 'libpq.so'), 'utf8')).toBe('copy')
})

test('a link that cannot be made is named', async () => {
  const { native } = await unlinkedPackage([{ source: 'native/lib/a.so.1', target: 'native/nowhere/a.so' }])
  await expect(linkPostgresLibraries(native)).rejects.toThrow(
    /needs the link .*nowhere\/a\.so .* can't be made \(ENOENT\)/,
  )
})

test('a list that names a place outside of its package is refused', async () => {
  const { native } = await unlinkedPackage([{ source: 'native/lib/libpq.so.5.18', target: '../stolen' }])
  await expect(linkPostgresLibraries(native)).rejects.toThrow('lies outside of it')
})
