// `npm test`: types, lint, the tests of contract, server and web on a real PostgreSQL, and the screens in a real browser.
// Ends with one line, `N passed, N failed`, in which types and lint count as one each.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './chromium.ts'

interface Count {
  passed: number
  failed: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
// The same cases in every run, so that a change is judged by itself alone; `npm run verify` looks for new ones.
const seeds = { FUZZ_SEED: '1', ENGINE_SEED: '1', CRASH_SEED: '1' }
const results = mkdtempSync(join(tmpdir(), 'ruam-results-'))

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...seeds, ...process.env, ...env },
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

const single = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** A runner that ends badly without naming a failed test has failed all the same. */
const honest = (ok: boolean, count: Count): Count => (ok || count.failed > 0 ? count : { ...count, failed: 1 })

async function vitest(): Promise<Count> {
  const file = join(results, 'vitest.json')
  const ok = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return honest(
    ok,
    read(file, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests })),
  )
}

async function playwright(): Promise<Count> {
  const file = join(results, 'playwright.json')
  await ensureChromium()
  const ok = await run('playwright', ['test', '--config', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return honest(
    ok,
    read(file, ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected })),
  )
}

interface Reports {
  numPassedTests: number
  numFailedTests: number
  stats: { expected: number; flaky: number; unexpected: number }
}

function read(file: string, count: (report: Reports) => Count): Count {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const steps: [title: string, step: () => Promise<Count>][] = [
  ['Types', async () => single(await run('tsc', ['--noEmit']))],
  ['Lint', async () => single(await run('biome', ['check', '.']))],
  ['Contract, server and web', vitest],
  ['Screens', playwright],
]
const only = process.argv.slice(2)
const total: Count = { passed: 0, failed: 0 }
for (const [title, step] of steps) {
  if (only.length > 0 && !only.some((word) => title.toLowerCase().includes(word))) continue
  console.log(`\n${title}`)
  const began = Date.now()
  const count = await step().catch((error: Error) => {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  console.log(`${title}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - began) / 1000)} s`)
  total.passed += count.passed
  total.failed += count.failed
}
rmSync(results, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
