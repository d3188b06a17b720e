import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'web/dist')
const stamp = join(dist, 'built-for.txt')

const builder = join(root, 'node_modules/vite/bin/vite.js')
const client = join(root, 'clients/typescript')

/** Builds the web, and the client that it serves, if their sources have changed. Throws what the build printed, or that it needs packages of development. */
export async function buildWeb(log: (line: string) => void): Promise<void> {
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  // An image contains the built web without its sources.
  if (built !== undefined && !existsSync(join(root, 'web/index.html'))) return
  const wanted = sourcesHash()
  if (built === wanted) return
  if (!existsSync(builder))
    throw new Error('The web is not built from these sources. Run `npm run build`, then `npm ci --omit=dev`.')
  log('Building the web…')
  await run(process.execPath, [builder, 'build', 'web', '--logLevel', 'error'])
  await run(process.execPath, [join(client, 'build.ts'), join(dist, 'client.tgz')])
  writeFileSync(stamp, wanted)
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of [join(root, 'contract'), join(root, 'web'), client].flatMap(filesBelow)) {
    hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      if (name === 'dist' || name === 'node_modules' || name.endsWith('.test.ts')) return []
      return statSync(path).isDirectory() ? filesBelow(path) : [path]
    })
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The web could not be built:\n${said}`))))
  })
}
