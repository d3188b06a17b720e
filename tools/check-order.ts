// `npm run check`: no import runs against the order of folders (order.ts), and no files import each other in a circle. Types count as values
// do. A test may also import test support (`server/testing/`), which lies above `app`; only tests and the suites import it.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractWings, exceptions, ports, serverWings, type Wing, webWings } from './order.ts'

export interface Source {
  /** Relative to the root of the tree. */
  file: string
  text: string
}

/** Folders of tests alone, in their order above everything else of the server. */
const TESTS = ['testing', 'suites']

/** Folders of each side, lowest first, as paths below the side. */
const sides: Record<string, readonly string[]> = {
  contract: foldersOf(contractWings),
  server: [...foldersOf(serverWings), ...TESTS],
  web: foldersOf(webWings),
}

function foldersOf(wings: readonly Wing[]): string[] {
  return wings.flatMap(([wing, folders]) => folders.map((folder) => (folder ? `${wing}/${folder}` : wing)))
}

export const isTest = (file: string) => /\.(test|testing)\.tsx?$|^server\/(testing|suites)\//.test(file)
const statement =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|(?:^|\n)\s*import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g

/** The files that tie a side together, and the error catalogue, which every wing may name. */
const UNORDERED = ['', 'errors']

/** The imports of these files that the order refuses, a sentence each. */
export function misplacedImports(sources: readonly Source[]): string[] {
  return sources.flatMap(misplacedIn)
}

function misplacedIn({ file, text }: Source): string[] {
  return importsOf({ file, text }).flatMap((imports) => {
    const problem = problemOf(file, imports)
    return problem ? [`${file} imports ${imports}: ${problem}`] : []
  })
}

/** The files that this one imports from its own tree. */
const importsOf = ({ file, text }: Source) =>
  [...text.matchAll(statement)].map((found) => normalize(join(dirname(file), (found[1] ?? found[2] ?? found[3])!)))

/** Files that import each other in a circle, a sentence for each way back to a file that is still being followed. */
export function importCircles(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.file, importsOf(source)]))
  const followed = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, path: readonly string[]) => {
    const before = path.indexOf(file)
    if (before !== -1) circles.push(`${[...path.slice(before), file].join(' imports ')}: a circle`)
    if (followed.has(file)) return
    followed.add(file)
    for (const next of imports.get(file) ?? []) follow(next, [...path, file])
  }
  for (const { file } of sources) follow(file, [])
  return circles
}

function problemOf(file: string, imports: string): string | undefined {
  const [side, folder] = placeOf(file)
  const [otherSide, other] = placeOf(imports)
  const order = sides[side!]
  if (!order || side !== otherSide || folder === other || folder === '') return undefined
  for (const name of [folder!, other!])
    if (!order.includes(name) && !UNORDERED.includes(name)) return `${name} has no place in the order`
  if (!isTest(file) && isTest(imports)) return 'only tests use it'
  const inside = insideOf(imports)
  if (inside && !isTest(file) && folder !== 'app' && !file.startsWith(`${inside}/`))
    return `other folders import ${ports[inside]!.join(' and ')} of ${inside} alone`
  if (other === 'testing' && isTest(file)) return undefined
  if (other === 'errors' || UNORDERED.includes(folder!)) return undefined
  if (other !== '' && order.indexOf(other!) < order.indexOf(folder!)) return undefined
  if (exceptions.some((known) => known.file === file && known.imports === imports)) return undefined
  return `${folder} comes before ${other || 'what ties the folders together'}`
}

/** The folder with a port whose inside a file belongs to. */
const insideOf = (file: string) =>
  Object.keys(ports).find(
    (folder) => file.startsWith(`${folder}/`) && !ports[folder]!.includes(file.slice(folder.length + 1)),
  )

/** The side and the folder of a file; the folder is empty for the files that tie the others together. */
function placeOf(file: string): string[] {
  const [side, ...path] = file.split('/')
  if (side === 'server' && TESTS.includes(path[0]!)) return [side, path[0]!]
  return [side!, path.slice(0, -1).join('/')]
}

export const sourcesOf = (root: string): Source[] =>
  Object.keys(sides)
    .flatMap((side) => globSync(`${side}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.includes('node_modules') && !file.includes('/dist/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

if (import.meta.main) {
  const sources = sourcesOf(fileURLToPath(new URL('..', import.meta.url)))
  const found = [...misplacedImports(sources), ...importCircles(sources)]
  for (const sentence of found) console.error(sentence)
  if (found.length > 0) process.exitCode = 1
}
