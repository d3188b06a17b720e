import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WEB_BUILD_HEADER } from '@ruam/contract/platform/constants.ts'
import { type Plugin, transformWithOxc } from 'vite'

const source = fileURLToPath(new URL('service-worker.ts', import.meta.url))

/** Writes sw.js: the service worker, and the files that it caches. */
export const serviceWorkerBuild = (folder: string): Plugin => ({
  name: 'ruam-service-worker',
  apply: 'build',
  async writeBundle() {
    const paths = filesOf(folder)
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const build = firstScriptOf(page)
    const files = ['/', ...paths.filter((path) => path !== '/index.html')]
    // Has the browser see a new worker when a file without a hash in its name changes.
    const contents = await Promise.all(
      paths.filter((path) => !path.startsWith('/assets/')).map((path) => readFile(folder + path)),
    )
    const revision = createHash('sha256').update(Buffer.concat(contents)).digest('hex')
    const values = { BUILD: build, BUILD_HEADER: WEB_BUILD_HEADER, FILES: files }
    const given = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
    await writeFile(join(folder, 'sw.js'), `// ${revision}\n${given.join('')}${code}`)
  },
})

/** Address of the script that a page begins with. */
const firstScriptOf = (page: string): string => /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|txt)$|^sw\.js$/.test(entry.name))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .sort()
