// Programs of Debian without their services: packages are unpacked into a folder, not installed.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/debian')

/** Returns the path of a program: that of the machine, or from a package that apt downloads. */
export function debianProgram(program: string, packageName: string): string {
  const there = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim()
  if (there !== '') return there
  const folder = join(cache, packageName)
  const find = () => globSync(`{usr/,}{s,}bin/${program}`, { cwd: folder })[0]
  if (!find()) {
    mkdirSync(folder, { recursive: true })
    const download = () =>
      spawnSync('apt-get', ['download', '-qq', packageName], { cwd: folder, stdio: 'ignore' }).status
    if (download() !== 0) {
      spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
      download()
    }
    for (const file of globSync('*.deb', { cwd: folder }))
      spawnSync('dpkg', ['-x', file, '.'], { cwd: folder, stdio: 'inherit' })
  }
  const found = find()
  if (!found || !existsSync(join(folder, found))) throw new Error(`Install ${packageName}: ${program} is missing.`)
  return join(folder, found)
}

/** Returns the folder into which a package is unpacked. */
export const debianFolder = (packageName: string) => join(cache, packageName)
