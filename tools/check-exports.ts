// `npm run check`: every exported name is imported by another file, tests included, and uses standard terms. A name that only its own file
// uses is not exported.
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

/** Words that read as translated in a name, with the standard terms that say the same (docs/words.md has those of screens). */
const REPLACED: Readonly<Record<string, string>> = {
  ...{
    asked: 'requested',
    ask: 'request',
    told: 'notified, reported',
    tell: 'notify, report',
    held: 'locked, pending',
  },
  ...{ hold: 'lock', judged: 'evaluated', judge: 'evaluate', lead: 'intro, leader', wanted: 'requested, target' },
  ...{ known: 'existing, stored', met: 'matched', gone: 'deleted, missing', turned: 'negated', begun: 'started' },
  ...{ beside: 'with, compared', kept: 'stored, retained', keep: 'store, retain', shown: 'visible, answer' },
  ...{ whole: 'complete', seen: 'visible', apart: 'isolated', whom: 'the noun', said: 'answer', places: 'positions' },
}

/** Names with such a word, by file. The list may only get shorter: a name that is gone from the code is gone from here. */
const REMAINING: readonly string[] = [
  'bench/pressure-attacks.ts: knownDevice',
  'contract/broadcasts/broadcasts-paused-by-restore.ts: restoreHold',
  'server/broadcasts/calls/paused-by-restore-routes.ts: restoreHoldRoutes',
  'server/customers/duplicates/distinguishing-values.ts: Told',
  'server/database/plans.ts: nestedLoopBesideSet',
  'server/servers/store-holds.ts: holdWrites',
  'server/suites/moves-log.ts: holdSpans',
  'server/suites/secret-requests.ts: canHoldValues',
  'tools/owners.ts: KeptColumn',
  'web/customers/duplicates/pair-view.ts: KeptChoice',
  'web/data/api.ts: useAsk',
  'web/data/storage.ts: kept',
  'web/ui/confirm.tsx: askConfirmation',
]

/** Returns the exported names that should use a standard term, and entries of `remaining` that no name needs. */
export function translatedExports(sources: readonly Source[], remaining: readonly string[] = REMAINING): string[] {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(EXPORT)].flatMap(([, name]) => {
      const word = wordsOf(name!).find((one) => Object.hasOwn(REPLACED, one))
      return word ? [{ entry: `${file}: ${name}`, word }] : []
    }),
  )
  const entries = new Set(found.map(({ entry }) => entry))
  return [
    ...found
      .filter(({ entry }) => !remaining.includes(entry))
      .map(({ entry, word }) => `${entry}: use ${REPLACED[word]}`),
    ...remaining
      .filter((entry) => !entries.has(entry))
      .map((entry) => `${entry}: no longer there, remove it from the list`),
  ]
}

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .split(' ')

const SIDES = '{contract,server,web,e2e,bench,tools}/**/*.{ts,tsx}'

/** Returns all sources of the repository, suites and tools included. */
export const allSources = (root: string): Source[] =>
  globSync([SIDES, '*.ts'], { cwd: root })
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

if (import.meta.main) {
  const sources = allSources(fileURLToPath(new URL('..', import.meta.url)))
  const problems = [
    ...unusedExports(sources).map((one) => `${one} is exported, and no other file imports it`),
    ...translatedExports(sources),
  ]
  for (const one of problems) console.error(one)
  if (problems.length > 0) process.exitCode = 1
}
