import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import { type CountedBatch, countBatch, countCorrected } from '../data-sources/run-counts.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { AddedActivities } from './added-activities.ts'
import type { Decided, RowDecision } from './decided-rows.ts'
import type { StoredProfile } from './entry.ts'
import { writeImported } from './imported-rows.ts'
import { holdersAfter, holdersOf, peopleAfter, type Touched, touchedBy } from './lookup.ts'
import { storeBlock } from './overlay-blocks.ts'
import type { Plan } from './plan.ts'
import type { RowPlace } from './row-places.ts'
import { noteKeys, type StoredKeys } from './stored-keys.ts'
import { addActivities } from './write-activities.ts'
import { writeAnswers } from './write-answers.ts'
import { writeFurtherNames } from './write-further-names.ts'
import { holdersInOverlay, noteOverlay, type Overlay, replacedInOverlay, writeOverlay } from './write-overlay.ts'
import { assignIds, insertProfiles, noticeKeys, writeProfiles } from './write-profiles.ts'

/** A batch that is being written. */
export interface Writing {
  /** Uncommitted additions and changes; null in a dry run, whose lookups wait if needed. */
  touched: Touched | null
  /** True if a user has cancelled the run. Rejects if this batch, or an earlier one, could not be committed. */
  written: Promise<boolean>
}

/** Strategy of a kind of run: an import, its preview, items of programs, corrected rows. */
export interface RunKind {
  /** Returns the profiles with one of these values of a key, as they are after the batches that are being written. */
  holders(key: number, texts: string[], writing: readonly Writing[]): Promise<StoredProfile[]>
  /** Returns profiles by number, after the same batches. */
  numbered(numbers: readonly number[], writing: readonly Writing[]): Promise<StoredProfile[]>
  /** Takes ids for new profiles and prepares the lookups of the next batch. */
  noteDecided(decided: Decided): Promise<void>
  /** Returns the changes of a batch for lookups before its commit; null if lookups wait for it. */
  touchedBy(decided: Decided): Touched | null
  /** Inserts the new profiles of a batch, before the batch before is committed. */
  insertAdded(writer: pg.ClientBase, decided: Decided): Promise<void>
  /** Writes the changed profiles of a batch, and what its rows answered. */
  writeChanged(db: Db, writer: pg.ClientBase, decided: Decided): Promise<void>
  writeActivities(writer: pg.ClientBase, decisions: readonly RowDecision[]): Promise<AddedActivities>
  /** Activity types that `writeActivities` writes. */
  readonly activityTypes: readonly number[]
  /** True if each record carries its own time: the run's end is not theirs. */
  readonly timed: boolean
  /** Cause of the changes; null if no profile changes. */
  readonly cause: 'import' | 'openapi' | null
  /** Counts a batch; `done`: rows of the run before it. Returns undefined if the run is lost. */
  count(db: Db, done: number, rows: number, counts: CountedBatch): Promise<RunRow | undefined>
}

interface RunOf {
  storeId: number
  run: RunRow
  plan: Plan
  reader: pg.ClientBase
  /** Runs of the rows, if they belong to several. */
  places?: ReadonlyMap<number, RowPlace> | undefined
}

/** Imports a file. `stored`: key values worth a lookup; null if all are. */
export function importKind({ storeId, run, plan, reader, places }: RunOf, stored: StoredKeys | null): RunKind {
  const origin = { id: run.id, createdBy: run.created_by, places }
  return {
    async holders(key, texts, writing) {
      // Values of batches that are being written count as stored ones from their decision on.
      const asked = worthAsking(stored, key, texts)
      return holdersAfter(touchedIn(writing), key, asked, await holdersOf(reader, storeId, plan, key, asked))
    },
    async numbered(numbers, writing) {
      const stored = await holdersOf(reader, storeId, plan, 'number', numbers)
      return peopleAfter(touchedIn(writing), stored, numbers)
    },
    async noteDecided(decided) {
      await assignIds(reader, decided)
      if (stored) noteKeys(stored, decided)
    },
    touchedBy,
    insertAdded: (writer, decided) => insertProfiles(writer, storeId, origin, plan, decided),
    async writeChanged(db, writer, decided) {
      await noticeKeys(writer, storeId, plan)
      await writeProfiles(writer, storeId, origin, plan, decided)
      await writeFurtherNames(writer, storeId, origin, plan, decided.decisions)
      await writeAnswers(writer, db, storeId, decided.decisions)
      await writeImported(writer, storeId, run.id, decided.decisions)
    },
    writeActivities: (writer, decisions) => addActivities(writer, storeId, run, plan, decisions),
    activityTypes: plan.activity ? [plan.activity.typeId] : [],
    timed: false,
    cause: 'import',
    count: (db, done, rows, counts) => countBatch(db, storeId, run, done, rows, counts),
  }
}

/** Previews the import of a file: profiles go to a temporary table, where later batches find them, and to a block. */
export function previewKind(of: RunOf, stored: StoredKeys | null, overlay: Overlay): RunKind {
  const { storeId, run, plan, reader } = of
  return {
    ...importKind(of, stored),
    async holders(key, texts, writing) {
      const holders = await holdersOf(reader, storeId, plan, key, worthAsking(stored, key, texts))
      return holdersInOverlay(overlay, plan, { key, texts }, holders, allWritten(writing))
    },
    async numbered(numbers, writing) {
      const people = await holdersOf(reader, storeId, plan, 'number', numbers)
      // Those whom the preview would add.
      const made = numbers.filter((id) => id < 0)
      return replacedInOverlay(overlay, people, allWritten(writing), made)
    },
    noteDecided: async (decided) => noteOverlay(overlay, plan, decided),
    touchedBy: () => null,
    insertAdded: async () => {},
    writeChanged: (_db, _writer, decided) => writeOverlay(overlay, plan, decided),
    cause: null,
    async count(db, done, rows, counts) {
      overlay.stored = await storeBlock(overlay, storeId, run, plan, { done, rows })
      return countBatch(db, storeId, run, done, rows, counts)
    },
  }
}

/** Writes items of programs as rows of the day's stream. Items name their activity types themselves. */
export const streamKind = (of: RunOf, activities: Pick<RunKind, 'activityTypes' | 'writeActivities'>): RunKind => ({
  ...importKind(of, null),
  ...activities,
  timed: true,
  cause: 'openapi',
})

/** Imports corrected rows into a run that has ended; `conflicts`: conflicts among them before. */
export const correctionKind = (of: RunOf, rows: number, conflicts: number): RunKind => ({
  ...importKind(of, null),
  timed: true,
  count: (db, _done, _rows, counts) => countCorrected(db, of.storeId, of.run, rows, conflicts, counts),
})

const worthAsking = (stored: StoredKeys | null, key: number, texts: string[]): string[] =>
  stored ? texts.filter((text) => stored.get(key)!.mayHave(text)) : texts

const touchedIn = (writing: readonly Writing[]) => writing.flatMap(({ touched }) => touched ?? [])

function allWritten(writing: readonly Writing[]): Promise<unknown> {
  const written = Promise.all(writing.map((batch) => batch.written))
  // A failure reaches the run through the batch itself.
  written.catch(() => {})
  return written
}
