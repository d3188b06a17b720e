// `npm run check`: no import runs against the order of folders (order.ts). Types count as values do. Tests and what only they use
// (`*.testing.ts`, the suites) may import what they like.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exceptions, serverOrder, webOrder } from './order.ts'

export interface Source {
  /** Relative to the root of the tree. */
  file: string
  text: string
}

const sides: Record<string, readonly string[]> = { server: serverOrder, web: webOrder }
export const isTest = (file: string) => /\.(test|testing)\.tsx?$/.test(file) || file.startsWith('server/suites/')
const statement =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|(?:^|\n)\s*import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g

/** The imports of these files that the order refuses, a sentence each. */
export function misplacedImports(sources: readonly Source[]): string[] {
  return sources.filter(({ file }) => !isTest(file)).flatMap(misplacedIn)
}

function misplacedIn({ file, text }: Source): string[] {
  return [...text.matchAll(statement)].flatMap((found) => {
    const imports = normalize(join(dirname(file), (found[1] ?? found[2] ?? found[3])!))
    const problem = problemOf(file, imports)
    return problem ? [`${file} imports ${imports}: ${problem}`] : []
  })
}

function problemOf(file: string, imports: string): string | undefined {
  const [side, folder] = placeOf(file)
  const [otherSide, other] = placeOf(imports)
  const order = sides[side!]
  if (!order || side !== otherSide || folder === other || folder === '') return undefined
  for (const name of [folder!, other!])
    if (!order.includes(name) && name !== '') return `${name} has no place in the order`
  if (isTest(imports)) return 'only tests use it'
  if (other !== '' && order.indexOf(other!) < order.indexOf(folder!)) return undefined
  if (exceptions.some((known) => known.file === file && known.imports === imports)) return undefined
  return `${folder} comes before ${other || 'what ties the folders together'}`
}

/** The side and the folder of a file; the folder is empty for the files that tie the others together. */
function placeOf(file: string): string[] {
  const [side, ...path] = file.split('/')
  return [side!, path.slice(0, -1).join('/')]
}

export const sourcesOf = (root: string): Source[] =>
  Object.keys(sides)
    .flatMap((side) => globSync(`${side}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.includes('node_modules') && !file.includes('/dist/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

if (import.meta.main) {
  const found = misplacedImports(sourcesOf(fileURLToPath(new URL('..', import.meta.url))))
  for (const sentence of found) console.error(sentence)
  if (found.length > 0) process.exitCode = 1
}
