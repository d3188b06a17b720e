// `npm run verify planted [words]`: whether the suites can fail. One defect at a time is planted into a copy of the tree, and the
// suite that should notice is run there; a defect that no test notices fails this. With words, only those whose title has one. Ends with a
// table of where each turns red: in `npm test` already, or in verify alone.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Change, type Defect, occurrencesOf } from './defect.ts'
import { defects } from './defects.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'ruam-planted-'))
const left = new Set(['node_modules', '.git', 'dist', 'results'])
/** What a running server keeps. */
const data = join(root, 'data')

/** The tree without what is made, its packages by link; our own must be the copy's, so that their defects are met. */
function copyTree() {
  cpSync(root, copy, { recursive: true, filter: (path) => path !== data && !left.has(basename(path)) })
  const packages = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules', '@ruam'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== '@ruam' && !/^\.(?!bin)/.test(name))
      symlinkSync(join(packages, name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(packages, '@ruam')))
    symlinkSync(join(copy, name), join(copy, 'node_modules', '@ruam', name))
}

interface Result {
  passed: number
  failed: number
  first: string | undefined
}

/** `quick`: only the tests of `npm test`. */
function runSuites(
  suites: string[],
  { env = {}, quick = false }: { env?: Defect['env']; quick?: boolean } = {},
): Result {
  const file = join(copy, 'planted.json')
  rmSync(file, { force: true })
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...suites,
    ...(quick ? ['--tagsFilter=!verify', '--passWithNoTests'] : []),
    '--bail=1',
    '--reporter=json',
    `--outputFile=${file}`,
  ]
  const { stderr } = spawnSync(process.execPath, args, { cwd: copy, env: { ...process.env, ...env }, encoding: 'utf8' })
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      testResults: {
        name: string
        status: string
        assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
      }[]
    }
    const failed = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find(({ status }) => status === 'failed')
    const [reason = ''] = failed?.failureMessages[0]?.split('\n') ?? []
    // A test that hangs has noticed nothing.
    if (/timed out in \d+ms/.test(reason)) throw new Error(`${failed!.fullName}: ${reason}`)
    const first = failed && `${failed.fullName}: ${reason}`
    // A file that cannot be loaded has noticed nothing either.
    const unloaded = report.testResults.find(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    )
    if (unloaded && !failed) throw new Error(`${unloaded.name} cannot be loaded`)
    return { passed: report.numPassedTests, failed: report.numFailedTests, first }
  } catch (error) {
    throw new Error(`The suites ${suites.join(', ')} could not be run: ${(error as Error).message} ${stderr}`)
  }
}

/** Plants a change, and answers what takes it out again. A change that fits nowhere, or in several places, is itself a defect. */
function plant(change: Change): () => void {
  const { file, find, put } = change
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const places = occurrencesOf(change, text)
  if (places !== 1) throw new Error(`${file} has ${places} places for ${find}: the defect must follow the code.`)
  writeFileSync(path, text.replace(find, put))
  return () => writeFileSync(path, text)
}

type Place = 'npm test' | 'verify' | 'nowhere' | 'not planted'

/** Plants a defect and returns where it turns a test red, and the name of that test. */
function caught({ title, changes, suites, env }: Defect): { place: Place; by?: string } {
  const undo: (() => void)[] = []
  try {
    for (const change of changes) undo.push(plant(change))
    const quick = runSuites(suites, { quick: true })
    const result = quick.failed > 0 ? quick : runSuites(suites, { env })
    const place = quick.failed > 0 ? 'npm test' : result.failed > 0 ? 'verify' : 'nowhere'
    const by = result.first ?? ''
    console.log(
      place === 'nowhere' ? `NOT CAUGHT: ${title} (${suites.join(', ')})` : `caught: ${title}\n        by ${by}`,
    )
    return { place, by }
  } catch (error) {
    console.log(`NOT PLANTED: ${title}: ${(error as Error).message}`)
    return { place: 'not planted' }
  } finally {
    for (const take of undo.reverse()) take()
  }
}

/** A line of the table. */
const line = (place: Place, { title, suites }: Defect) =>
  `| ${place.padEnd(11)} | ${title} | ${suites.map((suite) => suite.replace(/^server\/|\.test\.ts$/g, '')).join(', ')} |`

try {
  const words = process.argv.slice(2)
  const chosen = defects.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))
  if (chosen.length === 0) throw new Error(`No defect has ${words.join(' or ')} in its title.`)
  copyTree()
  const suites = [...new Set(chosen.flatMap((defect) => defect.suites))]
  const sound = runSuites(suites)
  if (sound.failed > 0 || sound.passed === 0) throw new Error(`Without a defect fails ${sound.first}`)
  console.log(`Without a defect: ${sound.passed} passed.`)
  const places = chosen.map((defect) => ({ defect, ...caught(defect) }))
  console.log(`\n| red in      | defect | suite |\n|---|---|---|`)
  for (const { defect, place } of places) console.log(line(place, defect))
  const inTests = places.filter(({ place }) => place === 'npm test').length
  const inVerify = places.filter(({ place }) => place === 'verify').length
  console.log(
    `\n${inTests + inVerify} of ${chosen.length} defects caught, ${inTests} by npm test, ${inVerify} by verify alone`,
  )
  process.exitCode = inTests + inVerify === chosen.length ? 0 : 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
