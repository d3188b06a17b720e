import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Run } from '@ruam/contract/imports/run-state.ts'
import type { Random } from '../../tools/random.ts'
import { countImport, type Tally } from './crash-count.ts'
import { crashFile } from './crash-file.ts'
import { convertField, jobProgress, labelEverybody, releasesItsPlace, undoImport } from './crash-jobs.ts'
import { busyWorker, openScene, type Scene, type Victim } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

export interface CrashMoment {
  /** A turn: a label that leaves its place to another store, at that moment. */
  phase: 'load' | 'dry run' | 'run' | 'label' | 'turn' | 'undo' | 'convert'
  victim: Victim | 'sleeper'
  /** Progress of the phase at the crash, 0 to 1. */
  at: number
}

export interface Outcome extends Tally {
  moment: CrashMoment
  /** Seconds from the last kill to the end of the run. */
  seconds: number
}

/**
 * Spread over the phases and the victims, most of them where rows are written; then two workers that sleep past their lease, and
 * two labels, two that leave their place, three undos and two conversions of a field that are killed with everything or with their database.
 */
export function randomMoments(random: Random, count: number): CrashMoment[] {
  const victims: Victim[] = ['worker', 'postmaster', 'server', 'everything', 'worker']
  const phases = ['run', 'load', 'run', 'dry run'] as const
  const moments = Array.from(
    { length: count },
    (_, n): CrashMoment => ({
      phase: phases[n % phases.length]!,
      victim: victims[(n + Math.floor(n / 20)) % victims.length]!,
      at: random.next(),
    }),
  )
  return [
    ...random.shuffle(moments),
    { phase: 'run', victim: 'sleeper', at: random.next() * 0.5 },
    { phase: 'dry run', victim: 'sleeper', at: random.next() * 0.5 },
    { phase: 'label', victim: 'everything', at: random.next() },
    { phase: 'label', victim: 'postmaster', at: random.next() },
    { phase: 'turn', victim: 'worker', at: 1 },
    { phase: 'turn', victim: 'everything', at: 1 },
    { phase: 'undo', victim: 'everything', at: random.next() },
    { phase: 'undo', victim: 'postmaster', at: random.next() },
    { phase: 'undo', victim: 'everything', at: random.next() },
    { phase: 'convert', victim: 'everything', at: random.next() },
    { phase: 'convert', victim: 'postmaster', at: random.next() },
  ]
}

/** Plays the moments one after the other, an import each, in one store. */
export async function playMoments(
  moments: CrashMoment[],
  options: { rows: number; workers: number },
  tell: (outcome: Outcome) => void,
) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-crash-'))
  const scene = await openScene(join(folder, 'data'), options.workers)
  const outcomes: Outcome[] = []
  try {
    for (const [number, moment] of moments.entries()) {
      // Signs in for each moment: a session of a store is shorter than all of them.
      const client = await signIn(scene.address)
      const outcome = await playMoment(scene, client, moment, { number, folder, rows: options.rows })
      outcomes.push(outcome)
      tell(outcome)
    }
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

async function playMoment(
  scene: Scene,
  client: RuamClient,
  moment: CrashMoment,
  { number, folder, rows }: { number: number; folder: string; rows: number },
): Promise<Outcome> {
  const file = crashFile(number, rows)
  const path = join(folder, 'customers.csv')
  await writeFile(path, file.csv)
  let killed = performance.now()
  const strike = async (phase: CrashMoment['phase'], reached: () => Promise<number>) => {
    if (phase !== moment.phase) return
    while ((await reached()) < moment.at) await sleep(2)
    if (moment.victim === 'sleeper') await putToSleep(scene)
    else await scene.kill(moment.victim)
    killed = performance.now()
  }

  const id = await client.upload(path, `ไฟล์ ${number}`)
  const began = performance.now()
  // Loading tells of its progress too seldom; such a file takes about this long.
  await strike('load', async () => (performance.now() - began) / (rows / 150))
  await client.loaded(id)
  await client.map(id)
  const params = { id: String(id) }
  const over = async (runId: string, phase: CrashMoment['phase']): Promise<Run> => {
    await strike(phase, () => progressOf(scene, runId))
    return client.ended(id, runId)
  }
  const dry = await over((await client.call(importRun.dryRun, { params })).run_id, 'dry run')
  const dryEnded = performance.now()
  const body = { run_id: dry.run_id }
  const real = await over((await client.call(importRun.run, { params, body })).run_id, 'run')
  let ended = moment.phase === 'dry run' ? dryEnded : performance.now()
  const tallies = [await countImport(scene.ask, file, dry, real)]
  const strikeJob = (job: number) => strike(moment.phase, () => jobProgress(scene.ask, job))
  const works: Partial<Record<CrashMoment['phase'], () => Promise<Tally>>> = {
    label: () => labelEverybody(client, scene.ask, file, id, strikeJob),
    turn: () =>
      labelEverybody(client, scene.ask, file, id, (job) =>
        strike('turn', async () => Number(await releasesItsPlace(scene.ask, job))),
      ),
    undo: () => undoImport(client, scene.ask, file, { source: id, run_id: real.run_id }, strikeJob),
    convert: () => convertField(client, scene.ask, id, strikeJob),
  }
  const work = works[moment.phase]
  if (work) {
    tallies.push(await work())
    ended = performance.now()
  }
  return { ...sumOf(tallies), moment, seconds: (ended - killed) / 1000 }
}

const sumOf = (tallies: Tally[]): Tally => ({
  lost: tallies.reduce((sum, { lost }) => sum + lost, 0),
  doubled: tallies.reduce((sum, { doubled }) => sum + doubled, 0),
  differences: tallies.flatMap(({ differences }) => differences),
})

async function progressOf({ ask }: Scene, runId: string): Promise<number> {
  const rows = await ask<{ progress: number }>(
    "select case when status in ('pending', 'processing') then done::float8 / total else 1 end as progress from run where run_id = $1",
    [runId],
  )
  return rows[0]!.progress
}

/** Stops the worker at work without a word, wakes it once another one has its run, and lets it do what it was about to. */
async function putToSleep(scene: Scene): Promise<void> {
  const sleeper = scene.workers[await busyWorker(scene.ask, scene.workers)]!
  const before = await fenceOf(scene)
  await sleeper.signal('SIGSTOP')
  if (scene.workers.length === 1) await scene.addWorker()
  while ((await fenceOf(scene)) === before) await sleep(20)
  await sleeper.signal('SIGCONT')
}

async function fenceOf({ ask }: Scene): Promise<number> {
  const rows = await ask<{ fence: number }>('select fence from run order by id desc limit 1')
  return rows[0]!.fence
}
