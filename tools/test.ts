// `npm test`: types, lint, the tests of contract, server and web on a real PostgreSQL, and the screens in a real browser.
// `npm test -- <words>`: the named parts (types, lint, browser), the test files with one of the words in their path, and for a word
// that stands in no path, the tests with it in their title.
// Without words, the tests that are tagged `verify` are left out: `npm run verify tests browser` works those too.
// Ends with what failed and one line, `N passed, N failed`, in which types and lint count as one each.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './chromium.ts'
import { browserResults, type Failure, type Results, type Timed, vitestResults } from './test-results.ts'

interface Count {
  passed: number
  failed: number
}

/** Which tests of a part: all of these files, or of these files the ones with the word in their title. */
interface Choice {
  files: string[]
  title?: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
// The same cases in every run, so that a change is judged by itself alone; `npm run verify` looks for new ones.
const seeds = Object.fromEntries(
  ['FUZZ', 'ENGINE', 'CRASH', 'ERASE', 'INBOX', 'INGEST', 'CHANGES', 'BROADCAST', 'FOLLOWERS', 'MENU', 'ANSWERS'].map(
    (name) => [`${name}_SEED`, '1'],
  ),
)
// Servers that tests start compile as little as one that staff start: each would take a second of the processor.
const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }
const results = mkdtempSync(join(tmpdir(), 'ruam-results-'))
const SLOWEST = 10
const failed: Failure[] = []
const flaky: Failure[] = []

/** The runner at work, and the signal that ends all. */
let running: ChildProcess | undefined
let ended: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    ended = signal
    running?.kill(signal)
  })

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...seeds, ...cache, ...process.env, ...env },
    })
    running = child
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

const single = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** A runner that ends badly without naming a failed test, or without results, has failed all the same. */
function judged(ok: boolean, results: Results | undefined): Count {
  if (!results) return { passed: 0, failed: 1 }
  const { passed, failures, timed } = results
  sayTheSlowest(timed)
  failed.push(...failures)
  flaky.push(...results.flaky)
  return { passed, failed: ok ? failures.length : Math.max(1, failures.length) }
}

const plain = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

async function vitest({ files, title }: Choice): Promise<Count> {
  const file = join(results, 'vitest.json')
  const which = title === undefined ? files : [...files, '-t', plain(title)]
  const ok = await run('vitest', [
    'run',
    ...which,
    ...(files.length === 0 ? ['--tagsFilter=!verify'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return judged(ok, vitestResults(file, root))
}

async function browser({ files, title }: Choice): Promise<Count> {
  const file = join(results, 'browser.json')
  await ensureChromium()
  const which = title === undefined ? files : [...files, '--grep', plain(title)]
  const quick = files.length === 0 ? ['--grep-invert', '@verify'] : []
  const ok = await run('playwright', ['test', '--config', 'e2e', '--reporter=list,json', ...which, ...quick], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return judged(ok, browserResults(file))
}

/** Files run in parallel: their seconds add up to more than the elapsed time. */
function sayTheSlowest(timed: Timed[]) {
  const slowest = timed.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6)
  console.log(`\nThe slowest of ${timed.length} files, in seconds:`)
  for (const { file, ms } of slowest) console.log(`${seconds(ms)}  ${file}`)
  console.log(`${seconds(timed.reduce((sum, { ms }) => sum + ms, 0))}  all, side by side`)
}

const PARTS = ['types', 'lint', 'browser']
const asked = process.argv.slice(2)
const words = asked.filter((word) => !PARTS.includes(word))
const filesOf = (pattern: string) => globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist'] })
const units = filesOf('{contract,server,web,tools,clients}/**/*.test.ts')
const screens = filesOf('e2e/**/*.spec.ts')

/** True if a part is requested explicitly. */
const isAsked = (part: string) => asked.length === 0 || asked.includes(part)

/** Selects files by path, and tests by title for words that match no path. */
function chosen(files: string[]): Choice[] {
  const byPath = files.filter((file) => words.some((word) => file.includes(word)))
  const titles = words.filter((word) => ![...units, ...screens].some((file) => file.includes(word)))
  const byTitle = titles.map((title) => ({
    files: files.filter((file) => readFileSync(join(root, file), 'utf8').includes(title)),
    title,
  }))
  return [{ files: byPath }, ...byTitle].filter(({ files }) => files.length > 0)
}

type Step = [title: string, step: () => Promise<Count>]
const steps: Step[] = []
if (isAsked('types')) steps.push(['Types', async () => single(await run('tsc', ['--noEmit']))])
if (isAsked('lint')) steps.push(['Lint', async () => single(await run('biome', ['check', '.']))])
for (const choice of asked.length === 0 ? [{ files: [] }] : chosen(units))
  steps.push(['Contract, server and web', () => vitest(choice)])
for (const choice of isAsked('browser') ? [{ files: [] }] : chosen(screens))
  steps.push(['Browser', () => browser(choice)])
const total: Count = { passed: 0, failed: 0 }
if (steps.length === 0) {
  console.error(`No test has ${asked.join(' or ')} in its path or its title.`)
  total.failed = 1
}
const parts: string[] = []
for (const [title, step] of steps) {
  if (ended) break
  console.log(`\n${title}`)
  const began = Date.now()
  const count = await step().catch((error: Error) => {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  parts.push(`${title}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - began) / 1000)} s`)
  console.log(parts.at(-1))
  total.passed += count.passed
  total.failed += count.failed
}
rmSync(results, { recursive: true, force: true })
const say =
  (what: string) =>
  ({ file, title, message }: Failure) =>
    console.log(`\n${what}: ${file} › ${title}\n${message}`)
flaky.forEach(say('Flaky, passed when repeated'))
failed.forEach(say('Failed'))
if (parts.length > 1) console.log(`\n${parts.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && !ended ? 0 : 1)
