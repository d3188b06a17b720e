// `npm run bench [name]`: figures with their floors, from the same run. ROWS sets the size (100,000 by default). Databases are filled without
// `analyze`, as new ones are; STATISTICS=analyzed measures one that was vacuumed and analyzed. `npm run bench publish` runs the chosen benches
// one after another; with `--write`, they become docs/performance.md.
import { writeFile } from 'node:fs/promises'
import { watchStolen } from './cpu.ts'
import { tables } from './table.ts'

const benches: Record<string, () => Promise<unknown>> = {
  start: () => import('./start.ts'),
  import: () => import('./import.ts'),
  'import-budget': () => import('./import-budget.ts'),
  'import-cpu': () => import('./import-cpu.ts'),
  http: () => import('./http.ts'),
  list: () => import('./list.ts'),
  values: () => import('./values.ts'),
  counts: () => import('./counts.ts'),
  words: () => import('./words.ts'),
  lag: () => import('./lag.ts'),
  bulk: () => import('./bulk.ts'),
  acts: () => import('./acts.ts'),
  undo: () => import('./undo.ts'),
  duplicates: () => import('./duplicates.ts'),
  'duplicate-weights': () => import('./duplicate-weights.ts'),
  pressure: () => import('./pressure.ts'),
  segments: () => import('./segments.ts'),
  audit: () => import('./audit.ts'),
  screen: () => import('./screen.ts'),
  export: () => import('./export.ts'),
  dashboard: () => import('./dashboard.ts'),
  backup: () => import('./backup.ts'),
  rehearsal: () => import('./rehearsal.ts'),
  broadcast: () => import('./broadcast.ts'),
  'broadcast-effects': () => import('./broadcast-effects.ts'),
  pictures: () => import('./pictures.ts'),
  inbox: () => import('./inbox.ts'),
  deliveries: () => import('./deliveries.ts'),
  ingest: () => import('./ingest.ts'),
  recordings: () => import('./recordings.ts'),
  tags: () => import('./tags.ts'),
  unchanged: () => import('./unchanged.ts'),
  changes: () => import('./changes.ts'),
  'program-days': () => import('./program-days.ts'),
  singles: () => import('./singles.ts'),
  webhooks: () => import('./webhooks.ts'),
  traces: () => import('./traces.ts'),
  incidents: () => import('./incidents.ts'),
  retention: () => import('./retention.ts'),
  processes: () => import('./processes.ts'),
  minutes: () => import('./minutes.ts'),
  automation: () => import('./automation.ts'),
  'automation-rehearsal': () => import('./automation-rehearsal.ts'),
  jobs: () => import('./jobs.ts'),
  counter: () => import('./counter.ts'),
  idle: () => import('./idle.ts'),
  growth: () => import('./growth.ts'),
  peers: () => import('./peers/peers.ts'),
}

/** Benches that download what they compare with. */
const ONLY_BY_NAME = ['peers']

const args = process.argv.slice(2)
if (args[0] === 'publish') await (await import('./publish.ts')).publish(args.slice(1))
else await runBenches()

/** Runs the named benches, or all; `--out FILE` keeps the tables for publish. */
async function runBenches(): Promise<void> {
  const out = args.includes('--out') ? args.splice(args.indexOf('--out'), 2)[1] : undefined
  const all = Object.keys(benches).filter((name) => !ONLY_BY_NAME.includes(name))
  for (const name of args.length > 0 ? args : all) {
    const bench = benches[name]
    if (!bench) {
      console.error(`There is no bench ${name}: choose from ${Object.keys(benches).join(', ')}, publish.`)
      process.exit(1)
    }
    console.log(`\n${name}`)
    const stolen = watchStolen()
    try {
      await bench()
    } finally {
      const share = stolen()
      console.log(`Other machines of the host took ${share} % of the processors' time.`)
      // A bench that fails keeps the tables before its failure.
      if (out) await writeFile(out, JSON.stringify({ tables, stolen: share }))
    }
  }
}
