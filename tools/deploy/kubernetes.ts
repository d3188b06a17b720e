// Checks deploy/kubernetes by the schemas of Kubernetes: by the validators and, for misspelt fields, the types of the package
// kubernetes-models. It is installed into a cache, and is no dependency.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'

const PACKAGE = 'kubernetes-models'
const VERSION = '5.1.0'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/kubernetes')

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

export const manifests = (): Manifest[] =>
  globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
    parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => document.toJS()),
  )

function installModels() {
  const installed = join(cache, 'node_modules', PACKAGE, 'package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === VERSION) return
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{"private":true,"type":"module"}')
  const args = ['install', `${PACKAGE}@${VERSION}`, '--no-audit', '--no-fund', '--loglevel=error']
  if (spawnSync('npm', args, { cwd: cache, stdio: 'inherit' }).status !== 0)
    throw new Error(`npm cannot install ${PACKAGE}.`)
}

interface Model {
  validate(): void
}

/** Returns a sentence for each fault. */
export async function manifestFaults(documents: readonly Manifest[]): Promise<string[]> {
  installModels()
  const faults: string[] = []
  const typed: string[] = []
  for (const [index, document] of documents.entries()) {
    const path = `${document.apiVersion}/${document.kind}`
    const file = join(cache, 'node_modules', PACKAGE, `${path}.js`)
    if (!existsSync(file)) {
      faults.push(`${path} is no kind of Kubernetes.`)
      continue
    }
    const models = (await import(pathToFileURL(file).href)) as Record<string, new (data: object) => Model>
    try {
      new models[document.kind]!(document).validate()
    } catch (error) {
      faults.push(`${path} ${document.metadata?.name}: ${(error as Error).message}`)
    }
    typed.push(`import type { I${document.kind} as Kind${index} } from '${PACKAGE}/${path}'`)
    typed.push(`export const document${index}: Kind${index} = ${JSON.stringify(document)}`)
  }
  writeFileSync(join(cache, 'manifests.ts'), `${typed.join('\n')}\n`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--moduleResolution', 'nodenext']
  const tsc = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...options, 'manifests.ts'], {
    cwd: cache,
    encoding: 'utf8',
  })
  if (tsc.status !== 0) faults.push(`${tsc.stdout}${tsc.stderr}`)
  return faults
}
