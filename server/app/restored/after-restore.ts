import { randomUUID } from 'node:crypto'
import { restoredNotice } from '@ruam/contract/platform/restored.ts'
import pg from 'pg'
import { pauseAutomations } from '../../automations/records/paused-by-restore.ts'
import { pauseDueBroadcasts } from '../../broadcasts/records/paused-by-restore.ts'
import { doubtMenus } from '../../channels/rich-menus/assign/in-effect.ts'
import { contextOf } from '../../core/context.ts'
import { databaseNow } from '../../core/now.ts'
import { eraseAgain, erasuresByStore } from '../../customers/erasure/apply-again.ts'
import { onConnection, SETTINGS } from '../../database/db.ts'
import { sessionLocks } from '../../database/postgres/locks.ts'
import { type Decision, LIST_STARTED } from '../../decisions/kinds.ts'
import { BrokenDecisions, type ListRead, readDecisions } from '../../decisions/list.ts'
import { listUnrecordedDecisions } from '../../decisions/write.ts'
import { audit } from '../../http/audit.ts'
import { notify } from '../../notifications/notify.ts'
import { endChanges } from '../../open-api/changes/follow.ts'
import { pauseWebhooks } from '../../open-api/webhooks/queries.ts'
import { type Core, serverNumber } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { pauseWatches } from '../../watches/files/pause.ts'

/** Days for which every listed decision must still have its line. Lines are kept for longer. */
const CHECKED_DAYS = 30

export type Say = (line: string) => void

/**
 * Makes the database agree with the lists outside it, in one transaction before the first request: applies decisions and hides erased
 * customers that an older database lacks, and holds what was due before a restore. `onApplied` is called after its commit.
 * Throws BrokenDecisions.
 */
export async function afterRestore(core: Core, ownerUrl: string, say: Say, onApplied = () => {}): Promise<void> {
  const server = serverNumber(core)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ruam restored', options: SETTINGS })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [sessionLocks.restored])
    await client.query('begin')
    const state = await readState(client, () => readDecisions(core.lists, core.config.secretKey, server), server)
    if (state.torn > 0)
      say(
        `The list of decisions had ${state.torn} line${state.torn === 1 ? '' : 's'} that a crash cut off: left out, for nobody had been answered.`,
      )
    const counts = await applyDecisions(client, state.missing)
    await eraseAgainEverywhere(core, client)
    const restoration =
      state.restoration ?? (state.missing.length > 0 || state.unknown ? await newRestoration(client) : undefined)
    if (restoration) {
      const newest = Math.max(databaseNow(), ...state.decisions.map(({ at }) => Date.parse(at)))
      const { rows: stores } = await client.query<{ store: number }>('select * from auth.open_stores() as store')
      for (const { store } of stores) {
        await client.query(contextOf(store))
        const db = onConnection(client)
        const held = await pauseDueBroadcasts(db, store, new Date(newest))
        await pauseAutomations(db, store)
        // Positions that programs have read are given a second time.
        await endChanges(db, store)
        await pauseWebhooks(db, store)
        await pauseWatches(db, store)
        await doubtMenus(db, store)
        const decisions = counts.get(store) ?? 0
        const without = [...(state.unknown ? ['decisions'] : []), ...(restoration.acts === null ? ['acts'] : [])]
        await audit(db, store, null, null, {
          ...{ action: 'database_restored', subject_type: 'store', subject_id: store },
          details: {
            backup_at: restoration.backup_at,
            decisions: state.unknown ? null : decisions,
            acts: restoration.acts,
            held,
            without: without.join(','),
          },
        })
        const ending = state.unknown ? 'failed' : restoration.acts === null ? 'cancel' : 'completed'
        await notify(db, store, restoredNotice, { ending, data: { restoration_id: restoration.id, decisions, held } })
      }
      await client.query('update restoration set settled = true, decisions = $2 where not settled or id = $1', [
        restoration.id,
        state.unknown ? null : state.missing.length,
      ])
      say(saidOf(restoration, state))
    }
    if (state.empty)
      await client.query('insert into decision (id, kind, body) values ($1, $2, $3)', [
        randomUUID(),
        LIST_STARTED,
        '{}',
      ])
    await client.query('commit')
    onApplied()
    // Under the lock: another process that starts now must find that the list has begun. A full disk must not keep Ruam from starting.
    await listUnrecordedDecisions(core).catch((error: Error) =>
      say(`The list of decisions can't be written yet, and is tried again: ${error.message}`),
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function eraseAgainEverywhere(core: Core, client: pg.ClientBase): Promise<void> {
  const { isHere } = routerOf(core)
  for (const [store, entries] of await erasuresByStore(core)) {
    if (!isHere(store)) continue
    await client.query(contextOf(store))
    await eraseAgain(core, onConnection(client), store, entries)
  }
}

/** The database became older without `npm run restore`. */
async function newRestoration(client: pg.ClientBase): Promise<{ id: number; backup_at: null; acts: null }> {
  const { rows } = await client.query<{ id: number }>('insert into restoration (backup_at) values (null) returning id')
  return { id: rows[0]!.id, backup_at: null, acts: null }
}

function saidOf(
  { backup_at }: { backup_at: string | null },
  { missing, unknown }: { missing: unknown[]; unknown: boolean },
): string {
  const from = backup_at ? `the backup of ${backup_at}` : 'an older state'
  return unknown
    ? `The database was restored from ${from}. Decisions since then are UNKNOWN: the list of decisions is not here. Check members, rights, keys and consents.`
    : `The database was restored from ${from}: ${missing.length} decision${missing.length === 1 ? '' : 's'} since then were applied again.`
}

/** Applies decisions again, in their order, as the owner of the tables. Returns how many each store had. */
async function applyDecisions(client: pg.ClientBase, missing: readonly Decision[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const { rows } = await client.query<{ name: string }>(
    "select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '^decided_'",
  )
  const functions = new Set(rows.map(({ name }) => name))
  const sent = new Map<string, [store: number, broadcast: number]>()
  for (const { id, kind, store, body, at } of missing) {
    await client.query(contextOf(store))
    if (kind !== LIST_STARTED) {
      const name = `decided_${kind}`
      // A list of a later version, which the database was not updated to yet.
      if (!functions.has(name))
        throw new Error(
          `The list of decisions holds a kind \`${kind}\` that this version does not know: start the newest version that ran here.`,
        )
      await client.query(`select ${pg.escapeIdentifier(name)}($1, $2, $3)`, [store, at, JSON.stringify(body)])
    }
    await client.query(
      'insert into decision (id, kind, store, body, at, listed) values ($1, $2, $3, $4, $5, true) on conflict (id) do nothing',
      [id, kind, store, JSON.stringify(body), at],
    )
    if (store !== null) counts.set(store, (counts.get(store) ?? 0) + 1)
    const { broadcast } = body as { broadcast?: number }
    if (store !== null && broadcast !== undefined) sent.set(`${store} ${broadcast}`, [store, broadcast])
  }
  for (const [store, broadcast] of sent.values()) {
    await client.query(contextOf(store))
    await client.query('select settle_sent($1, $2)', [store, broadcast])
  }
  return counts
}

interface State extends ListRead {
  /** Decisions on the list that the database does not know, because it is older. */
  missing: Decision[]
  /** A restore that was not settled yet, by `npm run restore`. */
  restoration: { id: number; backup_at: string | null; acts: number | null } | undefined
  /** True if decisions were made that are on no list. */
  unknown: boolean
}

/** Compares the list with the database. Throws BrokenDecisions if the list lacks a line that the database knows. */
async function readState(client: pg.ClientBase, read: () => Promise<ListRead>, server: number): Promise<State> {
  // Other processes may be at work. A decision is committed, then listed, then marked: the marks are read before the list, the rows after it.
  const { rows: marked } = await client.query<{ id: string; checked: boolean }>(
    'select id, at > now() - make_interval(days => $1) as checked from decision where listed order by number',
    [CHECKED_DAYS],
  )
  const list = await read()
  const { rows: known } = await client.query<{ id: string }>('select id from decision')
  const { rows } = await client.query<NonNullable<State['restoration']>>(
    'select id, backup_at, acts from restoration where not settled order by id desc limit 1',
  )
  const restoration = rows[0]
  if (list.empty) return { ...list, missing: [], restoration, unknown: marked.length > 0 || restoration !== undefined }
  const listed = new Set(list.decisions.map(({ id }) => id))
  // Decisions from before its beginning belong to a list that this one replaced.
  const begun = list.decisions.findLast(({ kind }) => kind === LIST_STARTED)
  const first = begun ? marked.findIndex(({ id }) => id === begun.id) : 0
  if (first >= 0 && marked.slice(first).some(({ id, checked }) => checked && !listed.has(id)))
    throw new BrokenDecisions(server, 'a decision that the database knows is not on it')
  const here = new Set(known.map(({ id }) => id))
  const missing = list.decisions.filter(({ id }) => !here.has(id))
  return { ...list, missing, restoration, unknown: missing.some(({ kind }) => kind === LIST_STARTED) }
}
