import { sql } from 'kysely'
import type { Random } from '../../../tools/random.ts'
import { jobHandlers } from '../../app/worker.ts'
import { lockLiveProfiles } from '../../customers/changes/lock-live.ts'
import { mergeProfiles } from '../../customers/duplicates/merge.ts'
import { choosePair, lockBothProfiles, settlePair } from '../../customers/duplicates/queries.ts'
import { lockForEdit } from '../../customers/profiles/lock.ts'
import { liftRestriction, restrictProfile } from '../../customers/restriction/queries.ts'
import { type Db, inStore } from '../../database/db.ts'
import { startJob } from '../../jobs/start.ts'
import { workJob } from '../../jobs/work.ts'
import type { Core } from '../../servers/core.ts'

// What happens to customers seldom: restrictions and their ends, files, merges and erasures.

interface Scene {
  storeId: number
  userId: number
  people: readonly number[]
  labels: readonly number[]
  /** Whether customers are merged and erased. */
  departures: boolean
  /** Imports a file, whose customers get the labels. */
  importFile(csv: string, labels: number[]): Promise<void>
}

export const rareKinds = ['restricted', 'lifted', 'file', 'merged', 'erased'] as const
type RareKind = (typeof rareKinds)[number]

/** Returns a random kind of the acts of a scene. */
export function rareKind(random: Random, { departures }: Pick<Scene, 'departures'>): RareKind {
  const kind = random.pick([
    ...(['restricted', 'restricted', 'restricted', 'lifted', 'lifted', 'lifted', 'lifted'] as const),
    ...(['file', 'merged', 'erased'] as const),
  ])
  return !departures && (kind === 'merged' || kind === 'erased') ? 'restricted' : kind
}

export function rareAct(random: Random, scene: Scene, kind: RareKind, id: number): (core: Core) => Promise<void> {
  const { storeId, userId } = scene
  const by = { kind: 'person', id: userId } as const
  const inDb = (work: (db: Db) => Promise<unknown>) => async (core: Core) => {
    await inStore(core.pool, storeId, work)
  }
  switch (kind) {
    case 'restricted': {
      const restriction = { profile_id: id, kind: random.pick(['restricted', 'objected'] as const), reason: 'ขอระงับ' }
      return inDb((db) => restrictProfile(db, storeId, by, restriction))
    }
    case 'lifted':
      return inDb(async (db) => {
        const { rows } = await sql<{ id: number }>`select id from profile where store_id = ${storeId}
          and restricted_at is not null and deleted_at is null and merged_into is null order by (id * 7) % 11, id limit 1`.execute(
          db,
        )
        if (rows[0]) await liftRestriction(db, storeId, by, rows[0].id, 'ยกเลิก')
      })
    case 'file': {
      const rows = Array.from({ length: 1 + random.below(3) }, () => {
        const year = random.chance(0.7) ? `${1950 + random.below(50)}-0${1 + random.below(9)}-1${random.below(9)}` : ''
        return `${random.pick(['มานี', 'ชูใจ', 'ปิติ'])},08177009${10 + random.below(6)},${year}`
      })
      const labels = random.chance(0.6) ? [random.pick(scene.labels)] : []
      return () => scene.importFile(`ชื่อ,เบอร์โทร,วันเกิด\n${rows.join('\n')}\n`, labels)
    }
    case 'merged': {
      const other = random.pick(scene.people)
      return inDb((db) => merge(db, scene, id, other))
    }
    case 'erased':
      return async (core) => {
        const request = { profile_ids: [id], again: [] }
        const job = await inStore(core.pool, storeId, (db) =>
          startJob(core, db, storeId, by, { kind: 'profile_erase', request }),
        )
        await workJob(jobHandlers, core, storeId, job, new AbortController().signal)
      }
  }
}

async function merge(db: Db, { storeId, userId }: Scene, id: number, other: number): Promise<void> {
  await lockForEdit(db, storeId)
  if (id === other || (await lockLiveProfiles(db, storeId, [id, other])).length < 2) return
  const pair = await choosePair(db, storeId, Math.min(id, other), Math.max(id, other))
  const profiles = await lockBothProfiles(db, storeId, [id, other])
  const [kept, gone] = [id, other].map((one) => profiles.find((profile) => profile.id === one)!)
  await mergeProfiles(db, storeId, { duplicateId: pair!.id, userId, kept: kept!, gone: gone!, taken: new Set() })
  await settlePair(db, storeId, pair!.id, userId, 'open', 'merged')
}
