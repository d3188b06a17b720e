import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { performanceText, type Section, treeOf } from './performance.ts'
import { formatNumber, type Table } from './table.ts'

const DOCUMENT = new URL('../docs/performance.md', import.meta.url)
const PEOPLE = 100_000
/** A bench with unsteady figures runs again if it was shorter. */
const AGAIN_MINUTES = 2

/** Published benches in their order, with the settings that differ from `ROWS` people. */
const published: Record<string, (people: number) => Record<string, number | string>> = {
  start: () => ({ REST_SECONDS: 10 }),
  import: () => ({}),
  minutes: (people) => ({ ROWS: Math.max(people, 300_000), BENCH_PARTS: 'imports,till,labels' }),
  list: () => ({}),
  values: () => ({}),
  counts: () => ({}),
  http: () => ({ SECONDS: 2 }),
  segments: () => ({ BENCH_PARTS: 'recalculations,moves,estimates,lists,edits,imports' }),
  bulk: () => ({}),
  undo: () => ({}),
  duplicates: () => ({}),
  export: () => ({}),
  dashboard: () => ({}),
  audit: (people) => ({ ROWS: people * 5 }),
  ingest: () => ({ SECONDS: 10, ROWS: 20_000 }),
  inbox: () => ({ SECONDS: 20 }),
  lag: () => ({}),
  peers: () => ({}),
  screen: () => ({ ROUTES: 'profile-list,profile-detail/ID,counter' }),
}

/** Runs the published benches in processes of their own, one after another; `--write` rewrites docs/performance.md. */
export async function publish(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { write: { type: 'boolean' }, people: { type: 'string', default: String(PEOPLE) } },
  })
  const { commit, clean } = treeOf()
  if (values.write && !clean)
    throw new Error('The working tree differs from its commit: commit first, so that the figures have one.')
  const command = ['npm run bench publish --', ...args].join(' ')
  const people = Number(values.people)
  const names = positionals.length > 0 ? positionals : Object.keys(published)
  const folder = await mkdtemp(join(tmpdir(), 'ruam-publish-'))
  const sections: Section[] = []
  try {
    for (const name of names) {
      sections.push(await steadiest(name, people, folder))
      if (!values.write) continue
      // A run that is ended keeps what it has measured.
      const now = treeOf({ apartFrom: 'docs/performance.md' })
      if (now.commit !== commit || !now.clean) throw new Error('The working tree changed during the run.')
      await writeFile(DOCUMENT, performanceText(sections, commit, command))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const missed = sections.flatMap(({ tables }) =>
    tables.flatMap(({ figures }) => figures.filter((one) => one.bar?.missed)),
  )
  const minutes = sections.reduce((sum, one) => sum + one.minutes, 0)
  console.log(`\n${formatNumber(people)} people, ${minutes.toFixed(0)} minutes, ${missed.length} missed bars.`)
  const failed = sections.filter((one) => one.failed)
  if (failed.length > 0) throw new Error(`Failed: ${failed.map(({ bench }) => bench).join(', ')}`)
}

/** Runs a bench; a short one with unsteady figures once more, of which the steadier run counts. */
async function steadiest(name: string, people: number, folder: string): Promise<Section> {
  const first = await runOf(name, people, folder)
  if (unsteadyOf(first) === 0 || first.failed || first.minutes > AGAIN_MINUTES) return first
  const second = await runOf(name, people, folder)
  const better = !second.failed && unsteadyOf(second) < unsteadyOf(first) ? second : first
  return { ...better, minutes: first.minutes + second.minutes }
}

const unsteadyOf = ({ tables }: Section) =>
  tables.flatMap(({ figures }) => figures).filter(({ calibration }) => calibration?.steady === false).length

async function runOf(name: string, people: number, folder: string): Promise<Section> {
  const out = join(folder, `${name}.json`)
  const settings = { ROWS: people, ...published[name]?.(people) }
  const began = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), name, '--out', out], {
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)])),
    },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const minutes = (performance.now() - began) / 60_000
  const { tables, stolen } = JSON.parse(await readFile(out, 'utf8').catch(() => '{"tables":[],"stolen":0}')) as {
    tables: Table[]
    stolen: number
  }
  await rm(out, { force: true })
  return { bench: name, tables, stolen, minutes, ...(code !== 0 && { failed: `it ended with ${code}` }) }
}
