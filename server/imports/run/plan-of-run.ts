import { hasContacts } from '../../customers/profiles/contacts.ts'
import { hasFurtherNames } from '../../customers/profiles/further-names.ts'
import type { Db } from '../../database/db.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { Targets } from '../data-sources/targets.ts'
import { earlierRuns } from './earlier-runs.ts'
import { erasedFinder } from './erased-people.ts'
import { rowNamer } from './match-answers.ts'
import { withLatinSpellings, withNameEvidence } from './name-fields.ts'
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
  const plan = withNameEvidence(withLatinSpellings(planOf(run.mapping, targets), targets.fields), file, targets.fields)
  const findErased = await erasedFinder(db, storeId, secretKey, plan)
  const nameOf = rowNamer(secretKey, storeId, plan)
  const activity = plan.activity && { ...plan.activity, earlier: await earlierRuns(db, storeId, file.columns) }
  return {
    ...plan,
    activity,
    findErased,
    nameOf,
    contacts: await hasContacts(db, storeId),
    furtherNames: await hasFurtherNames(db, storeId),
    runsBefore: await runsBefore(db, storeId, run),
  }
}
