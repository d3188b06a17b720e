import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { watchFailingNotice, watchMissedNotice } from '@ruam/contract/watches/notices.ts'
import { WATCH_WAIT_DAYS } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import { type Db, inStore, risenUpdatedAt } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { StorageFull } from '../../storage/storage.ts'
import { notifyOfWatch } from '../line-notices/notify-watch.ts'
import { openPlace } from '../places/open-place.ts'
import { matchesPattern } from '../places/pattern.ts'
import { type Found, type Place, PlaceError, type PlaceErrorName } from '../places/place.ts'
import { secretOf } from '../places/secret.ts'
import { pauseWatch } from './pause.ts'
import { putFilesAway } from './put-away.ts'
import { lockWatch, noteWatch, type WatchRow } from './queries.ts'
import { isLookDue, notesMissing, scheduleLook } from './schedule.ts'
import { stepWatch } from './step.ts'
import { stampOf, takeFile } from './take.ts'

/** Seconds for which a file must stand still before it is taken. */
const STILL_SECONDS = 60
/** Files of one look: other watches come in between. */
const TAKEN_AT_ONCE = 100
/** A look that a killed process began is repeated after this time. */
const LOOK_MINUTES = 10
/** Minutes of a failing network before members are told. */
const PATIENCE_MINUTES = 30

/** The next look while a file may still grow, or is on its way. */
const soonAt = sql<string>`now() + interval '30 seconds'`

export const errorOfPlace: Readonly<Record<PlaceErrorName, ErrorName>> = {
  unreachable: 'watch_unreachable',
  refused: 'watch_refused',
  host_key_changed: 'watch_host_key_changed',
  not_found: 'watch_place_missing',
  too_many: 'watch_too_many',
  private_address: 'watch_private_address',
  own_bucket: 'watch_own_bucket',
  timeout: 'watch_timeout',
}
/** Failures that mend themselves. */
const passing: readonly ErrorName[] = ['watch_unreachable', 'watch_timeout', 'storage_full']

/** Returns matching files, oldest first. */
export async function matchingFiles(place: Place, pattern: string, signal: AbortSignal): Promise<Found[]> {
  const files: Found[] = []
  for await (const found of place.list(signal)) if (matchesPattern(pattern, found.name)) files.push(found)
  return files.sort((a, b) => (a.modifiedAt ?? 0) - (b.modifiedAt ?? 0) || (a.name < b.name ? -1 : 1))
}

interface Sighting {
  /** Files that stood still. */
  settled: ReadonlySet<string>
  /** Files that may still grow. */
  young: number
}

/** Returns the files of a place that were not taken as they are. One that was, and is still there, is remembered by its stamp. */
async function untaken(db: Db, storeId: number, watchId: number, files: readonly Found[]) {
  if (files.length === 0) return { names: [], stamps: [] }
  const [names, stamps] = [files.map(({ name }) => name), files.map(stampOf)]
  const { rows } = await sql<{ name: string; stamp: string }>`
    select f.name, f.stamp from unnest(${names}::text[], ${stamps}::text[]) f (name, stamp)
    where not exists (select from watch_file w where w.store_id = ${storeId} and w.watch_id = ${watchId}
      and w.name = f.name and w.stamp = f.stamp and w.put_away is null)`.execute(db)
  return { names: rows.map(({ name }) => name), stamps: rows.map(({ stamp }) => stamp) }
}

/** Notes which files a place has. Files that were taken and are still there are left out. */
async function noteSeen(db: Db, storeId: number, watchId: number, files: readonly Found[]): Promise<Sighting> {
  const { names, stamps } = await untaken(db, storeId, watchId, files)
  await sql`delete from watch_seen
    where store_id = ${storeId} and watch_id = ${watchId} and name <> all(${names}::text[])`.execute(db)
  if (names.length === 0) return { settled: new Set(), young: 0 }
  await sql`
    insert into watch_seen as s (store_id, watch_id, name, stamp)
    -- A watch that was paused during its look keeps no names.
    select w.store_id, w.id, f.name, f.stamp from (select store_id, id from watch
      where store_id = ${storeId} and id = ${watchId} and status = 'active' and deleted_at is null for share) w,
      unnest(${names}::text[], ${stamps}::text[]) f (name, stamp)
    on conflict (store_id, watch_id, name) do update set stamp = excluded.stamp, since = clock_timestamp()
    -- After a clock was set back, the minute begins again.
    where s.stamp <> excluded.stamp or s.since > clock_timestamp()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select name from watch_seen where store_id = ${storeId} and watch_id = ${watchId}
      and since <= now() - make_interval(secs => ${STILL_SECONDS}::int)`.execute(db)
  const settled = new Set(rows.map(({ name }) => name))
  return { settled, young: names.length - settled.size }
}

/** Notes that a place cannot be read. Members are told once: at once if the failure does not mend itself. */
async function noteFailure(db: Db, storeId: number, id: number, name: ErrorName): Promise<void> {
  const watch = await lockWatch(db, storeId, id)
  if (watch?.status !== 'active') return
  // A file of the queue is followed all the same.
  await noteWatch(db, storeId, id, {
    error: JSON.stringify({ name }),
    failing_since: sql<string>`coalesce(failing_since, now())`,
  })
  // Goes on only after a person has accepted the new key.
  if (name === 'watch_host_key_changed') return pauseWatch(db, storeId, watch, { reason: name })
  await scheduleLook(db, storeId, watch)
  const { rows } = await sql`update watch set failure_noticed = true
    where store_id = ${storeId} and id = ${id} and not failure_noticed and (not ${passing.includes(name)}
      or failing_since <= now() - make_interval(mins => ${PATIENCE_MINUTES}::int)) returning 1`.execute(db)
  if (rows.length > 0) await notifyOfWatch(db, storeId, watchFailingNotice, watch, { ending: 'failed' })
}

/** Ends a look: the place could be read. */
async function endLook(db: Db, storeId: number, id: number, soon: boolean): Promise<void> {
  const watch = await lockWatch(db, storeId, id)
  if (!watch) return
  if (watch.status === 'paused') return noteWatch(db, storeId, id, { next_look_at: soon ? soonAt : null })
  await noteWatch(db, storeId, id, { error: null, failing_since: null, failure_noticed: false })
  await scheduleLook(db, storeId, watch)
  if (soon) await noteWatch(db, storeId, id, { next_look_at: soonAt })
  if (await notesMissing(db, storeId, watch))
    await notifyOfWatch(db, storeId, watchMissedNotice, watch, { ending: 'failed' })
}

/** Discards files for which nobody decided in time. */
const discardExpired = (db: Db, storeId: number, id: number) =>
  sql`update watch_file set status = 'discarded', decision = 'discard', decided_at = now(), ended_at = now()
    where store_id = ${storeId} and watch_id = ${id} and status = 'waiting'
      and arrived_at < now() - make_interval(days => ${WATCH_WAIT_DAYS}::int)`.execute(db)

/** Claims a due look. Undefined if another worker has it, or nothing is due. */
async function claimLook(db: Db, storeId: number, id: number): Promise<WatchRow | undefined> {
  const { rows } = await sql`
    update watch set looked_at = case when status = 'active' then now() else least(looked_at, now()) end,
      next_look_at = now() + make_interval(mins => ${LOOK_MINUTES}::int)
    where store_id = ${storeId} and id = ${id} and deleted_at is null and ${isLookDue} returning 1`.execute(db)
  if (rows.length === 0) return undefined
  await discardExpired(db, storeId, id)
  return lockWatch(db, storeId, id)
}

/** Takes what has stood still. Returns true if more is to be taken soon. */
async function takeSettled(core: Core, storeId: number, watch: WatchRow, place: Place, signal: AbortSignal) {
  const files = await matchingFiles(place, watch.pattern, signal)
  const { settled, young } = await inStore(core.pool, storeId, (db) => noteSeen(db, storeId, watch.id, files))
  const due = files.filter(({ name }) => settled.has(name))
  for (const found of due.slice(0, TAKEN_AT_ONCE)) {
    if (signal.aborted) return true
    await takeFile(core, storeId, watch, place, found, signal)
  }
  return young > 0 || due.length > TAKEN_AT_ONCE
}

/** Opens the place of a watch with its secret, and pins the host key of a server at the first connection. Throws PlaceError. */
async function openWatch(core: Core, storeId: number, watch: WatchRow, signal: AbortSignal): Promise<Place> {
  const { place: at } = watch
  const { place, hostKey } = await openPlace(core, storeId, at, secretOf(core, storeId, watch), signal)
  if (at.kind !== 'sftp' || at.host_key !== null) return place
  const pinned = await inStore(core.pool, storeId, async (db) => {
    // The place may have changed since it was read, or have its key from another look.
    const { rows } = await sql`update watch set place = ${JSON.stringify({ ...at, host_key: hostKey })}::jsonb,
        updated_at = ${risenUpdatedAt}
      where store_id = ${storeId} and id = ${watch.id} and place = ${JSON.stringify(at)}::jsonb returning 1`.execute(db)
    return rows.length > 0
  })
  if (!pinned) throw new PlaceError('unreachable')
  return place
}

/** Looks at the place of a watch, and moves its queue. Does nothing if no look is due. */
export async function lookAtWatch(core: Core, storeId: number, id: number, signal: AbortSignal): Promise<void> {
  const watch = await inStore(core.pool, storeId, (db) => claimLook(db, storeId, id))
  if (!watch) return
  let soon = false
  try {
    const place = await openWatch(core, storeId, watch, signal)
    // A file whose decision was made is moved first: its name is free then.
    await putFilesAway(core, storeId, id, place, signal)
    if (watch.status === 'active') {
      if (await core.disk?.isFull()) throw new StorageFull()
      soon = await takeSettled(core, storeId, watch, place, signal)
    }
    soon = (await stepWatch(core, storeId, id)) || soon
    await putFilesAway(core, storeId, id, place, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const name =
      error instanceof StorageFull ? 'storage_full' : error instanceof PlaceError && errorOfPlace[error.reason]
    if (!name) throw error
    await inStore(core.pool, storeId, (db) => noteFailure(db, storeId, id, name))
    // Files that were taken before need no place.
    await stepWatch(core, storeId, id)
    return
  }
  await inStore(core.pool, storeId, (db) => endLook(db, storeId, id, soon))
}
