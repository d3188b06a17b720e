import { rightsNow } from '../../access/roles/rights-now.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { hasContacts } from '../../customers/profiles/contacts.ts'
import { hasFurtherNames } from '../../customers/profiles/further-names.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { withoutWrongColumns } from '../consents/count-consents.ts'
import { type RunRow, runById } from '../data-sources/runs.ts'
import type { Targets } from '../data-sources/targets.ts'
import type { PlannedLines } from '../orders/planned-lines.ts'
import { ensureSeries, seriesSource } from '../orders/series.ts'
import { earlierRuns } from './earlier-runs.ts'
import { erasedFinder } from './erased-people.ts'
import { withEvidence } from './evidence-columns.ts'
import { rowNamer } from './match-answers.ts'
import { withNamesAsWritten } from './name-cells.ts'
import { withLatinSpellings } from './name-fields.ts'
import { type Plan, planOf } from './plan.ts'
import { runsBefore } from './runs-before.ts'

/** Compiles the mapping of a run with what the store knows: erased people, answers, and earlier runs of the same rows. */
export async function planOfRun(
  db: Db,
  storeId: number,
  secretKey: string,
  run: RunRow,
  file: StoredFile,
  targets: Targets,
): Promise<Plan> {
  const { fields } = targets
  const seesAll = await readsSensitive(db, storeId, run)
  const isClosed = ({ sensitive }: Field) => sensitive && !seesAll
  const written = withNamesAsWritten(planOf(run.mapping, targets), file.columns)
  const plan = withEvidence(withLatinSpellings(written, fields), file, { fields, isClosed })
  const findErased = await erasedFinder(db, storeId, secretKey, plan)
  const nameOf = rowNamer(secretKey, storeId, plan)
  const activity = plan.activity && {
    ...plan.activity,
    earlier: await earlierRuns(db, storeId, file.columns),
    lines: plan.activity.lines && (await linesOfRun(db, storeId, run, plan.activity.lines)),
  }
  const dry = run.dry_run_id === null ? undefined : await runById(db, storeId, run.dry_run_id)
  return {
    ...plan,
    ...(plan.consents && { consents: withoutWrongColumns(plan.consents, dry?.consents ?? {}) }),
    ...(plan.traits.namesAreUnmapped && { madeBy: run.id }),
    activity,
    findErased,
    nameOf,
    contacts: await hasContacts(db, storeId),
    furtherNames: await hasFurtherNames(db, storeId),
    runsBefore: await runsBefore(db, storeId, run),
  }
}

/** A series comes with its first import: a preview has no stored numbers to compare before. */
async function linesOfRun(db: Db, storeId: number, run: RunRow, lines: PlannedLines): Promise<PlannedLines> {
  if (run.kind !== 'dry') await ensureSeries(db, storeId, lines.series)
  return {
    ...lines,
    source: await seriesSource(db, storeId, lines.series),
    timeZone: await timeZoneOf(db, storeId),
  }
}

/** True if the person who previewed the run may read sensitive values. An import says what its preview said, whoever starts it. */
async function readsSensitive(db: Db, storeId: number, { created_by, dry_run_id }: RunRow): Promise<boolean> {
  const dry = dry_run_id === null ? undefined : await runById(db, storeId, dry_run_id)
  const author = dry ? dry.created_by : created_by
  const rights = author === null ? undefined : await rightsNow(db, storeId, author)
  return rights !== undefined && maySeeSensitive(rights)
}
