import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { givePositions } from '../../open-api/changes/positions.ts'
import { enter } from '../engine/enter.ts'
import type { World } from '../records/world.ts'
import { type AtWork, automationsAtWork } from './at-work.ts'
import { candidatesOf } from './candidates.ts'
import { withoutPassing } from './passing-moves.ts'
import { followPeople } from './people.ts'
import { type Change, followedBy, isOfPeople, readChanges } from './read-changes.ts'
import type { Work } from './work.ts'

/** The part of the stream that is not done. */
interface Part {
  after: number
  until: number
}

/**
 * Does what the next changes of the stream mean for automations, and moves its place with them. Nothing that happened before an automation began
 * to follow lets a customer enter. Returns true if there are more.
 */
export async function followStream({ storeId, checks, transaction }: Work): Promise<boolean> {
  const part = await transaction(({ db }) => nextPart(db, storeId))
  if (!part) return false
  return transaction(async (world, now) => {
    const { db } = world
    let automations = await automationsAtWork(db, storeId)
    const followed = followedBy(automations, await typeOfFollows(db, storeId))
    const { changes, position } = await readChanges(db, storeId, followed, part)
    for (const some of inParts(withoutPassing(changes), automations)) {
      const [first] = some
      if (isOfPeople(first!)) await followPeople(db, storeId, first!, now)
      else automations = await enterBy(world, checks, automations, some)
    }
    await db.updateTable('automation_engine').set({ position }).where('store_id', '=', storeId).execute()
    return position < part.until
  })
}

/**
 * Positions are given in a transaction of their own, which other readers wait for. A stream that began again is read from its beginning: its
 * epoch is noted even while it is empty, or the store would be looked at every second.
 */
async function nextPart(db: Db, storeId: number): Promise<Part | undefined> {
  const reach = await givePositions(db, storeId)
  if (!reach) return undefined
  const { epoch, position } = await db
    .selectFrom('automation_engine')
    .select(['epoch', 'position'])
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  if (epoch !== reach.epoch)
    await db
      .updateTable('automation_engine')
      .set({ epoch: reach.epoch, position: 0 })
      .where('store_id', '=', storeId)
      .execute()
  const after = epoch === reach.epoch ? position : 0
  return after < reach.position ? { after, until: reach.position } : undefined
}

const typeOfFollows = async (db: Db, storeId: number): Promise<number | undefined> =>
  (
    await sql<{
      id: number
    }>`select id from activity_type where store_id = ${storeId} and purpose = 'line_follow'`.execute(db)
  ).rows[0]?.id

/** Milliseconds between two calculations that follow one change: each segment is calculated in transactions of its own. */
const ONE_ROUND_MS = 60_000

/**
 * Splits changes into parts that are done together, in their order: changes of people alone, and those of each transaction, or round of
 * calculations, if automations have groups. The first of a group by its place takes a customer whom one part lets enter several.
 */
function inParts(changes: readonly Change[], automations: readonly AtWork[]): Change[][] {
  const isGrouped = automations.some(({ definition }) => definition.group !== null)
  const partOf = (change: Change) => {
    if (isOfPeople(change)) return change.id
    if (!isGrouped) return ''
    return change.origin === 'calculation' ? change.origin : (change.transaction_id ?? change.id)
  }
  const isRound = (one: Change, other: Change) =>
    other.origin !== 'calculation' || Date.parse(other.at) - Date.parse(one.at) < ONE_ROUND_MS
  const parts: { of: ReturnType<typeof partOf>; changes: Change[] }[] = []
  for (const change of changes) {
    const of = partOf(change)
    const last = isGrouped ? parts.findLast((part) => part.of === of) : parts.at(-1)
    if (last?.of === of && isRound(last.changes.at(-1)!, change)) last.changes.push(change)
    else parts.push({ of, changes: [change] })
  }
  // A transaction that waits for a customer of another one has its last change behind all of the other's.
  const lastOf = ({ changes: all }: { changes: Change[] }) => all.at(-1)!.position
  return parts.sort((one, other) => lastOf(one) - lastOf(other)).map((part) => part.changes)
}

/** Returns the automations that are still at work. */
async function enterBy(
  world: World,
  checks: Work['checks'],
  automations: readonly AtWork[],
  changes: readonly Change[],
): Promise<AtWork[]> {
  const atWork: AtWork[] = []
  for (const automation of automations) {
    const since = Date.parse(automation.follows_since)
    const later = changes.filter(({ at }) => Date.parse(at) >= since)
    const candidates = await candidatesOf(world, automation, later)
    if (candidates.length > 0) {
      const whole = await checks(world.db, world.storeId, [automation])
      if (whole.length === 0) continue
      await enter(world, automation, candidates)
    }
    atWork.push(automation)
  }
  return atWork
}
