import { dueRuns } from '../engine/due-runs.ts'
import { takeSteps } from '../engine/take-steps.ts'
import { automationsAtWork } from './at-work.ts'
import { putPausedAside } from './hindrances.ts'
import type { Work } from './work.ts'

/** Runs whose steps are taken in one transaction. */
const RUNS = 2500

/** Takes the next step of runs that are due. Returns true if more may be. */
export async function takeDue({ storeId, checks, transaction }: Work): Promise<boolean> {
  return transaction(async (world, now) => {
    const { db } = world
    // Held: none is paused or stopped in the middle of a step.
    await automationsAtWork(db, storeId)
    const due = await dueRuns(world, { upTo: now, most: RUNS, at: now })
    const versions = new Map(due.map((one) => [`${one.automation_id} ${one.version}`, one]))
    const whole = new Set(await checks(db, storeId, [...versions.values()]))
    const able = due.filter((one) => whole.has(versions.get(`${one.automation_id} ${one.version}`)!))
    const taken = able.length > 0 ? await takeSteps(world, able) : 0
    const aside = able.length < RUNS ? await putPausedAside(db, storeId, now, RUNS) : 0
    return taken + aside > 0
  })
}
