// `npm run check`: every exported name is imported by another file, tests included. A name that only its own file uses is not exported.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Source } from './check-order.ts'

const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
const IMPORT = /\b(?:import|export)\s+(type\s+)?([\w*\s{},$]+?)\s+from\s+'([^']+)'/g
const WHOLE = /\b(?:import\(|declare module )\s*['"`]([^'"`]+)['"`]/g

/** Configurations, declarations, and a tool that holds the text of a module. */
const ENTRY = /(?:^|\/)(?:vite\.config|vitest\.config|playwright\.config|check-contract-size)\.ts$|\.d\.ts$/

/** Returns each exported name without an importer, as `file: name`. */
export function unusedExports(sources: readonly Source[]): string[] {
  const used = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const { file, text } of sources) {
    for (const [, , names, from] of text.matchAll(IMPORT)) {
      const path = pathOf(file, from!)
      if (/\*/.test(names!)) whole.add(path)
      const known = used.get(path) ?? new Set()
      used.set(path, known)
      for (const [, name] of names!.matchAll(/(?:\btype\s+)?(\w+)(?:\s+as\s+\w+)?\s*(?=,|\}|$)/g)) known.add(name!)
    }
    for (const [, from] of text.matchAll(WHOLE)) whole.add(pathOf(file, from!))
  }
  return sources.flatMap(({ file, text }) => {
    if (ENTRY.test(file) || whole.has(file)) return []
    const names = [...text.matchAll(EXPORT)].map(([, name]) => name!)
    return names.filter((name) => !used.get(file)?.has(name)).map((name) => `${file}: ${name}`)
  })
}

function pathOf(file: string, from: string): string {
  if (from.startsWith('.')) return normalize(join(dirname(file), from))
  return from.startsWith('@ruam/') ? from.slice('@ruam/'.length) : from
}

const SIDES = '{contract,server,web,e2e,bench,tools}/**/*.{ts,tsx}'

/** Returns all sources of the repository, suites and tools included. */
export const allSources = (root: string): Source[] =>
  globSync([SIDES, '*.ts'], { cwd: root })
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

if (import.meta.main) {
  const unused = unusedExports(allSources(fileURLToPath(new URL('..', import.meta.url))))
  for (const one of unused) console.error(`${one} is exported, and no other file imports it`)
  if (unused.length > 0) process.exitCode = 1
}
