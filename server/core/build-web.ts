import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'web/dist')
const stamp = join(dist, 'built-for.txt')
const compress = promisify(brotliCompress)

/** Builds the web when its sources are not the ones it was built from. Throws with what the build said. */
export async function buildWeb(log: (line: string) => void): Promise<void> {
  const wanted = sourcesHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  log('Building the web…')
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'error'])
  await compressAll(dist)
  writeFileSync(stamp, wanted)
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of [...filesBelow(join(root, 'contract')), ...filesBelow(join(root, 'web'))]) {
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

/** A .br beside every text file, so that no request has to compress. */
async function compressAll(folder: string): Promise<void> {
  const texts = filesIn(folder).filter((path) => /\.(js|css|html|svg|json)$/.test(path))
  await Promise.all(
    texts.map(async (path) => {
      const content = await readFile(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${path}.br`, await compress(content, { params }))
    }),
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
