// `node tools/shape.ts [folder]`: prints the figures of the code's structure and prose. Enforces nothing. Another checkout can be measured
// by naming its folder, so that two states are compared by one script.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Sentence openings that read as translated (docs/style in CONTRIBUTING). */
const OPENER = /^(?:What|Whether|Of|Who|Whom|Where|One that|Those|So many|So much)\b/
const WORDS = ['whoever', 'anew', 'beside', 'stands', 'somebody']

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{contract,server,web,tools,bench,e2e,clients}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/node_modules|\/dist\//.test(file),
)
const text = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const isTest = (file: string) =>
  /\.(test|testing|spec)\.tsx?$/.test(file) || /^(?:e2e|bench)|\/(suites|testing)\//.test(file)
const product = files.filter((file) => /^(?:contract|server|web)\//.test(file) && !isTest(file))

const IMPORT = /(?:from\s+|^import\s+|\bimport\(\s*)'([^']+)'/gm
const importsOf = new Map(
  product.map((file) => [
    file,
    [...text.get(file)!.matchAll(IMPORT)].flatMap(([, name]) => {
      const path = name!.startsWith('.')
        ? normalize(join(dirname(file), name!))
        : name!.startsWith('@ruam/')
          ? name!.slice('@ruam/'.length)
          : ''
      return text.has(path) ? [path] : []
    }),
  ]),
)

/** Returns the longest chain of imports, in files, and counts the imports that close a circle. */
function longestChain(): { longest: number; cycles: number } {
  const depth = new Map<string, number>()
  const open = new Set<string>()
  let cycles = 0
  const visit = (file: string): number => {
    if (depth.has(file)) return depth.get(file)!
    if (open.has(file)) {
      cycles++
      return 0
    }
    open.add(file)
    const length = 1 + Math.max(0, ...(importsOf.get(file) ?? []).map(visit))
    open.delete(file)
    depth.set(file, length)
    return length
  }
  return { longest: Math.max(...product.map(visit)), cycles }
}

/** Returns the length in lines of each function that is declared at the start of a line. */
function functionLengths(file: string): { name: string; lines: number }[] {
  const lines = text.get(file)!.split('\n')
  const found: { name: string; lines: number }[] = []
  for (const [at, line] of lines.entries()) {
    const name =
      /^(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:<.*>)?\(.*=>.*\{$)/.exec(
        line,
      )
    if (!name) continue
    const end = lines.findIndex((other, place) => place > at && /^[}\])]/.test(other))
    if (end > at) found.push({ name: `${file} ${name[1] ?? name[2]}`, lines: end - at + 1 })
  }
  return found
}

/** Returns the comments of a file, each as one text without its marks. */
function commentsOf(file: string): string[] {
  const source = text.get(file)!
  const blocks = [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, body]) => body!.replace(/^\s*\*\s?/gm, ''))
  const lines = [...source.matchAll(/(?:^[ \t]*\/\/ .*\n)+/gm)].map(([body]) => body.replace(/^\s*\/\/ /gm, ''))
  return [...blocks, ...lines]
    .map((body) => body.replace(/\s+/g, ' ').trim())
    .filter((body) => body !== '' && !/^(biome-ignore|@)/.test(body))
}

const titlesOf = (file: string) =>
  [...text.get(file)!.matchAll(/\b(?:test|it)(?:\.each\([^)]*\)|\.prop\([^)]*\))?\(\s*(['"`])(.+?)\1/g)].map(
    ([, , title]) => title!,
  )

const share = (some: number, all: number) => `${((100 * some) / Math.max(all, 1)).toFixed(1)} %`
const count = (some: readonly string[], pattern: RegExp) =>
  some.reduce((sum, one) => sum + (one.match(pattern)?.length ?? 0), 0)

const folders = new Map<string, number>()
for (const file of product) {
  const level = file.split('/').slice(0, 2).join('/')
  folders.set(level, (folders.get(level) ?? 0) + 1)
}
const { longest, cycles } = longestChain()
const lineCount = product.reduce((sum, file) => sum + text.get(file)!.split('\n').length, 0)
const exported = product.reduce(
  (sum, file) =>
    sum +
    count(
      [text.get(file)!],
      /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|abstract)/gm,
    ),
  0,
)
const functions = product.flatMap(functionLengths).sort((a, b) => b.lines - a.lines)
const comments = files.flatMap(commentsOf)
const titles = files.filter(isTest).flatMap(titlesOf)

console.log('Files by folder of the second level:')
for (const [folder, n] of [...folders].filter(([name]) => !/\.tsx?$/.test(name)).sort())
  console.log(`  ${folder}  ${n}`)
console.log(`Product files ${product.length}, lines ${lineCount}`)
console.log(`Longest import chain ${longest}, circles ${cycles}`)
console.log(`Exported names per 1,000 lines ${((1000 * exported) / lineCount).toFixed(1)}`)
console.log(`Functions over 120 lines ${functions.filter(({ lines }) => lines > 120).length}`)
for (const { name, lines } of functions.slice(0, 8)) console.log(`  ${lines}  ${name}`)
console.log(
  `Comments ${comments.length}, words per comment ${(comments.join(' ').split(' ').length / comments.length).toFixed(1)}`,
)
console.log(
  `Comments with a translated opening ${share(comments.filter((one) => OPENER.test(one)).length, comments.length)}`,
)
console.log(
  `Titles ${titles.length}, with a translated opening ${share(titles.filter((one) => OPENER.test(one[0]!.toUpperCase() + one.slice(1))).length, titles.length)}`,
)
for (const word of WORDS)
  console.log(`  "${word}" in comments and titles: ${count([...comments, ...titles], new RegExp(`\\b${word}`, 'gi'))}`)
