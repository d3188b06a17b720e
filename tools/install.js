// Plain JavaScript for whatever Node runs npm first (20 or later): installs when node_modules is missing or was made for another
// lock file, and makes sure that scripts find the Node we ship. Not `npm ci`: npm 11 refuses a lock that lacks other platforms' packages.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

const stamp = 'node_modules/.installed-for'
const link = 'node_modules/.bin/node'
const shipped = `node-${process.platform}-${process.arch}/bin/node`

const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
// `npm ci --omit=dev` has installed what production needs, and npm marks that.
const production = process.env.NODE_ENV === 'production' && existsSync('node_modules/.package-lock.json')
const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
if (!installed && !production) {
  const npm = spawnSync(
    process.execPath,
    [process.env.npm_execpath, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: 'inherit' },
  )
  if (npm.status !== 0) process.exit(npm.status ?? 1)
  writeFileSync(stamp, lock)
}
// npm 10 makes no link when two packages (x64, arm64) offer the same command and one is skipped.
if (!existsSync(link) && existsSync(`node_modules/${shipped}`)) {
  rmSync(link, { force: true })
  symlinkSync(`../${shipped}`, link)
}
if (!existsSync(link) && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Ruam needs Node 24 and ships none for ${process.platform} ${process.arch}: install Node 24 or later, then start again.`,
  )
  process.exit(1)
}
