import type { Db } from '../../database/db.ts'
import { findVersion } from '../records/versions.ts'
import { pauseIfBroken } from '../rules/pause.ts'

/** Milliseconds for which a version that was found whole is taken to be so: rights and definitions change seldom. */
const WHOLE_MS = 2000

interface OfVersion {
  automation_id: number
  version: number
}

export type Checks = ReturnType<typeof openChecks>

/**
 * Returns a function that returns the versions that may work, of those given. An automation with a broken version, or one whose starter has lost
 * a right, is paused with a notice. The caller's transaction holds the automations.
 */
export function openChecks() {
  const wholeUntil = new Map<string, number>()
  return async <V extends OfVersion>(db: Db, storeId: number, versions: readonly V[]): Promise<V[]> => {
    const paused = new Set<number>()
    for (const { automation_id: id, version } of versions) {
      const key = `${id} ${version}`
      if (paused.has(id) || (wholeUntil.get(key) ?? 0) > performance.now()) continue
      const row = await findVersion(db, storeId, { id, version })
      if (row && (await pauseIfBroken(db, storeId, row))) wholeUntil.set(key, performance.now() + WHOLE_MS)
      else paused.add(id)
    }
    return versions.filter(({ automation_id }) => !paused.has(automation_id))
  }
}
