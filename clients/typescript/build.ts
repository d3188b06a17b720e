// `node clients/typescript/build.ts FILE`: compiles the client and packs it as npm does, for `npm install {address}/client.tgz`.
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

const folder = fileURLToPath(new URL('.', import.meta.url))
const [, , file] = process.argv
if (!file) throw new Error('Name the file to write.')
/** The same sources make the same bytes. */
const mtime = new Date('2026-01-01T00:00:00Z')

// A folder of its own: two builds of one checkout may run at once.
const dist = mkdtempSync(join(tmpdir(), 'ruam-client-'))
const compiler = join(folder, '../../node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', folder, '--outDir', dist], { stdio: 'inherit' })

const { devDependencies: _, private: __, ...stated } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const archive = pack()
const add = (name: string, content: string | Buffer, mode = 0o644) =>
  archive.entry({ name: `package/${name}`, mtime, mode }, content)
add('package.json', JSON.stringify(stated, undefined, 2))
add('README.md', readFileSync(join(folder, 'README.md')))
for (const name of readdirSync(dist).toSorted())
  add(`dist/${name}`, readFileSync(join(dist, name)), name === 'command-line.js' ? 0o755 : 0o644)
archive.finalize()
rmSync(dist, { recursive: true })
mkdirSync(dirname(file), { recursive: true })
await pipeline(archive, createGzip({ level: 9 }), createWriteStream(file))
