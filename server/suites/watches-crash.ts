// Files of a watch whose processes are killed: each is imported once, and none is lost.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importRun } from '@ruam/contract/imports/run.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import type { Random } from '../../tools/random.ts'
import { salesFile, wideTerms } from '../testing/watches.testing.ts'
import { openScene, type Scene, type Victim } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

/** Work of a watch, in the order of a round. `decision`: a member decides on a file that waits. */
const phases = ['listing', 'copying', 'load', 'dry run', 'decision', 'run', 'moving'] as const
type Phase = (typeof phases)[number]

interface WatchKill {
  round: number
  phase: Phase
  victim: Victim
  /** Progress of the phase at the kill, 0 to 1. */
  at: number
}

interface Outcome {
  what: string
  /** Seconds until the watch moved on. */
  seconds: number
}

interface Options {
  kills: readonly WatchKill[]
  /** Files of a round, and rows of each. */
  files: number
  rows: number
  tell?: (outcome: Outcome) => void
}

const victims: readonly Victim[] = ['worker', 'everything', 'worker', 'postmaster']

/** Kills each phase in turn, each time another process. The API has a part in decisions alone. */
export const watchKills = (random: Random, count: number): WatchKill[] =>
  Array.from({ length: count }, (_, n) => {
    const phase = phases[n % phases.length]!
    const victim = victims[(n + Math.floor(n / phases.length)) % victims.length]!
    return {
      round: Math.floor(n / phases.length),
      phase,
      victim: phase === 'decision' && victim !== 'everything' ? 'server' : victim,
      at: random.next(),
    }
  })

/** Connections of the worker whose run is at work, else of the one that looks. */
const WORKERS = `select port from (
    select client_port as port, 1 as place, query_start from pg_stat_activity where application_name like 'ruam run %'
    union all select client_port, 2, query_start from pg_stat_activity
      where pid <> pg_backend_pid() and usename <> 'postgres' and query ~ 'watch(_file|_seen)?[ "]') w
  order by place, query_start desc limit 1`
/** Milliseconds without a further file after which the watch is stuck. */
const STUCK_MS = 240_000
/** Milliseconds between two turns of the clock: a minute for files that stand still, and the schedule. */
const TURN_MS = 250
const FOREIGN_FILES = 300

interface Stage {
  scene: Scene
  folder: string
  source: number
  watch: number
  files: number
  rows: number
}

const nameOf = (round: number, no: number) => `pos-${round}-${String(no).padStart(2, '0')}.csv`
/** File of a round that is outside of its terms, with another one behind it. */
const outsideOf = ({ files }: Pick<Stage, 'files'>) => files - 2
const rowsOf = (stage: Pick<Stage, 'files' | 'rows'>, no: number) => stage.rows + (no === outsideOf(stage) ? 1 : 0)

/** Plays all kills, round by round. Returns what is lost, imported twice or wrong at the end, in words. */
export async function playWatches({ kills, files, rows, tell }: Options): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), 'ruam-watches-'))
  process.env.RUAM_WATCH_ROOT = join(home, 'watched')
  const folder = join(home, 'watched', '1')
  await mkdir(folder, { recursive: true })
  const scene = await openScene(join(home, 'data'), 2, WORKERS)
  const turning = new AbortController()
  try {
    const stage = await prepare(scene, { home, folder, files, rows })
    const turns = turnClock(scene, turning.signal)
    const rounds = [...new Set(kills.map(({ round }) => round))]
    for (const round of rounds) {
      const fault = await playRound(
        stage,
        round,
        kills.filter((kill) => kill.round === round),
        tell,
      )
      if (fault) return [fault, ...(await faultsOf(stage, rounds))]
    }
    turning.abort()
    await turns
    return await faultsOf(stage, rounds)
  } finally {
    turning.abort()
    delete process.env.RUAM_WATCH_ROOT
    await scene.stop()
    await rm(home, { recursive: true, force: true })
  }
}

/** A data source with a mapping, and a watch with terms on a folder that holds files of others too. */
async function prepare(
  scene: Scene,
  { home, folder, files, rows }: { home: string; folder: string; files: number; rows: number },
): Promise<Stage> {
  const client = await signIn(scene.address)
  const first = join(home, 'first.csv')
  await writeFile(first, salesFile(0, 10))
  const source = await client.upload(first, 'ยอดขาย')
  await client.loaded(source)
  await client.map(source)
  const params = { id: String(source) }
  const { run_id } = await client.call(importRun.dryRun, { params })
  await client.ended(source, run_id)
  await client.ended(source, (await client.call(importRun.run, { params, body: { run_id } })).run_id)
  for (let n = 0; n < FOREIGN_FILES; n++) await writeFile(join(folder, `note-${n}.txt`), 'x')
  const wide = { held: 1_000_000, changed: 1_000_000, renamed: 1_000_000, added: 1_000_000 }
  const { id: watch } = await client.call(watches.create, {
    body: {
      ...{ name: 'ยอดขายรายวัน', pattern: 'pos-*.csv', data_source_id: source },
      place: { kind: 'folder', path: '' },
      // The limit of rows follows no files, so that one of each round stays outside of it.
      terms: { ...wideTerms, ...wide, rows: { from: 1, to: rows }, fixed: ['rows'] },
      schedule: { looks: { every_minutes: 5 } },
    },
  })
  return { scene, folder, source, watch, files, rows }
}

/** Lets time pass: each turn is a minute for files, and makes the next look due. */
async function turnClock({ ask }: Scene, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await ask(`update watch_seen set since = since - interval '61 seconds' where since > now() - interval '61 seconds'`)
    await ask(`update watch set next_look_at = now() where next_look_at > now() + interval '1 second'`)
    await sleep(TURN_MS)
  }
}

async function playRound(stage: Stage, round: number, kills: readonly WatchKill[], tell: Options['tell']) {
  const { folder, files, scene } = stage
  const now = Date.now() - 600_000
  for (let no = 0; no < files; no++) {
    const path = join(folder, nameOf(round, no))
    await writeFile(path, salesFile(1000 + (round * files + no) * (stage.rows + 1), rowsOf(stage, no)))
    await utimes(path, new Date(now + no * 1000), new Date(now + no * 1000))
  }
  for (const kill of kills) {
    if (!(await reach(stage, kill))) return `round ${round} is stuck before ${kill.phase}`
    const began = performance.now()
    const before = await stateOf(stage)
    await strike(stage, kill)
    tell?.({
      what: `${kill.victim} at ${Math.round(kill.at * 100)} % of ${kill.phase}, with ${said(before)}`,
      seconds: (performance.now() - began) / 1000,
    })
  }
  const client = () => signIn(scene.address)
  return (await over(stage, round, client)) ? undefined : `round ${round} is stuck: ${said(await stateOf(stage))}`
}

interface State {
  seen: number
  taken: number
  waiting: number
  imported: number
  moved: number
  looking: boolean
  loading: boolean
  /** Progress of the dry run and the run at work; null without one. */
  dry: number | null
  real: number | null
}

const said = ({ seen, taken, waiting, imported, moved }: State) =>
  `${seen} seen, ${taken} taken, ${waiting} waiting, ${imported} imported, ${moved} moved`

async function stateOf({ scene: { ask }, watch }: Stage): Promise<State> {
  const progress = (kind: string) =>
    `(select max(done::float8 / greatest(total, 1)) from run where kind = '${kind}' and status = 'processing')`
  const [state] = await ask<State>(
    `select (select count(*)::int from watch_seen) as seen, count(f.id)::int as taken,
       (count(*) filter (where f.status = 'waiting'))::int as waiting,
       (count(*) filter (where f.status = 'imported'))::int as imported,
       (count(*) filter (where f.put_away = 'done' or f.is_left))::int as moved,
       w.next_look_at > now() + interval '6 minutes' as looking,
       coalesce(bool_or(f.status = 'reading'), false) as loading,
       ${progress('dry')} as dry, ${progress('real')} as real
     from watch w left join watch_file f on f.store_id = w.store_id and f.watch_id = w.id
     where w.id = $1 group by w.store_id, w.id`,
    [watch],
  )
  return state!
}

/** Waits until the phase of a kill is under way. Returns false if it never is. */
async function reach(stage: Stage, { round, phase, at }: WatchKill): Promise<boolean> {
  const { files } = stage
  const before = round * files
  const reached: Record<Phase, (state: State) => boolean> = {
    listing: ({ looking, taken }) => looking && taken === before,
    copying: ({ taken }) => taken > before + at * (files - 2),
    load: ({ loading }) => loading,
    'dry run': ({ dry }) => dry !== null && dry >= at * 0.8,
    decision: ({ waiting }) => waiting > 0,
    run: ({ real }) => real !== null && real >= at * 0.8,
    moving: ({ imported, moved }) => imported >= before + files - 1 && moved < before + files,
  }
  for (const from = performance.now(); performance.now() - from < STUCK_MS; await sleep(1))
    if (reached[phase](await stateOf(stage))) return true
  return false
}

/** Kills. A decision is under way meanwhile: the member does not know whether it was made, and decides again. */
async function strike(stage: Stage, { phase, victim, at }: WatchKill): Promise<void> {
  const { scene } = stage
  const decided = phase === 'decision' ? decideAll(stage, await signIn(scene.address)).catch(() => {}) : undefined
  if (phase === 'decision' || phase === 'listing') await sleep(at * 20)
  await scene.kill(victim)
  await decided
  if (phase === 'decision') await decideAll(stage, await signIn(scene.address))
}

/** Has all files imported that wait. */
async function decideAll({ watch }: Stage, client: RuamClient): Promise<void> {
  const { data } = await client.call(watches.files, { params: { id: String(watch) }, query: { limit: '100' } })
  for (const { id, status } of data)
    if (status === 'waiting')
      await client.call(watches.decide, {
        params: { id: String(watch), file_id: String(id) },
        body: { decision: 'import' },
      })
}

/** Waits until all files of a round are imported and moved, and decides what waits. Returns false if they are stuck. */
async function over(stage: Stage, round: number, client: () => Promise<RuamClient>): Promise<boolean> {
  const all = (round + 1) * stage.files
  let [done, since] = [-1, performance.now()]
  while (performance.now() - since < STUCK_MS) {
    const { waiting, imported, moved } = await stateOf(stage)
    if (imported >= all && moved >= all) return true
    if (imported + moved > done) [done, since] = [imported + moved, performance.now()]
    if (waiting > 0) await decideAll(stage, await client()).catch(() => {})
    await sleep(100)
  }
  return false
}

/** Returns what is lost, imported twice or not moved. */
async function faultsOf(stage: Stage, rounds: readonly number[]): Promise<string[]> {
  const { scene, folder, files, source } = stage
  const names = rounds.flatMap((round) => Array.from({ length: files }, (_, no) => nameOf(round, no)))
  const rows = await scene.ask<{ name: string; status: string; runs: number }>(
    `select f.name, f.status, (select count(*)::int from run r where r.store_id = f.store_id and r.file_id = f.file_id
       and r.kind = 'real' and r.status = 'completed') as runs from watch_file f`,
  )
  const people = rounds.length * (files * stage.rows + 1) + 10
  const [counted] = await scene.ask<{ people: number; added: number; repeated: number }>(
    `select (select count(*)::int from profile) as people, coalesce(sum(added), 0)::int as added,
       coalesce(sum(duplicated), 0)::int as repeated from run where kind = 'real' and data_source_id = $1`,
    [source],
  )
  const kept = async (...path: string[]) => (await readdir(join(folder, ...path)).catch(() => [])).filter(isOurs)
  const [left, waiting, done] = [await kept(), await kept('waiting'), await kept('done')]
  const count = (what: string, n: number) => (n === 0 ? [] : [`${what}: ${n}`])
  const imported = rows.filter(({ status }) => status === 'imported').map(({ name }) => name)
  return [
    ...count('files lost', names.filter((name) => !imported.includes(name)).length),
    ...count('files taken twice', rows.length - new Set(rows.map(({ name }) => name)).size),
    ...count('files imported other than once', rows.filter(({ runs }) => runs !== 1).length),
    ...count('files not moved', left.length + waiting.length),
    ...count('files that are not among those done', names.filter((name) => !done.includes(name)).length),
    ...count('files in two copies', done.length - names.length),
    ...count('rows imported again', counted!.repeated),
    ...count('customers lost or doubled', Math.abs(counted!.people - people) + Math.abs(counted!.added - people)),
  ]
}

const isOurs = (name: string) => name.endsWith('.csv')
