import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomOf } from '../../tools/random.ts'
import { openScene, type Victim } from './crash-scene.ts'
import { findRemains } from './erase-remains.ts'
import { marksOf, type Outcome, playRound, setStage } from './erase-round.ts'
import { signIn } from './ruam-client.ts'

/** A session of a store is shorter than all rounds. */
const ROUNDS_A_SESSION = 25
const victims: readonly Victim[] = ['worker', 'server', 'postmaster', 'everything', 'worker']

/** Runs erasures one by one, each next to writers, some with a crash; returns the outcome of each, and remaining data. */
export async function playErasures(
  { seed, rounds, kills }: { seed: number; rounds: number; kills: number },
  tell: (n: number, outcome: Outcome, victim: Victim | undefined) => void = () => {},
) {
  const random = randomOf(seed)
  const marks = marksOf(seed)
  const folder = await mkdtemp(join(tmpdir(), 'ruam-erase-'))
  const data = join(folder, 'data')
  const files = join(folder, 'files')
  await mkdir(files)
  const scene = await openScene(data, 1)
  const killed = new Map(
    random
      .shuffle(Array.from({ length: rounds }, (_, n) => n))
      .slice(0, kills)
      .map((n, place) => [n, victims[place % victims.length]!]),
  )
  const outcomes: Outcome[] = []
  try {
    let client = await signIn(scene.address)
    const stage = await setStage(client)
    for (let n = 0; n < rounds; n++) {
      if (n % ROUNDS_A_SESSION === ROUNDS_A_SESSION - 1) client = await signIn(scene.address)
      const victim = killed.get(n)
      const outcome = await playRound(scene, client, stage, { n, folder: files, marks, random, victim })
      outcomes.push(outcome)
      tell(n, outcome, victim)
    }
    return { outcomes, left: await findRemains(scene, data, marks) }
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
