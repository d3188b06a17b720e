import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import { authorOf, type Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import type { DateStyle } from '../../formats/values/date-styles.ts'
import { audit } from '../../http/audit.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { BLOCK_ROWS, inBlocks } from '../../jobs/in-blocks.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import { readAgain } from '../changes/indexed-values.ts'
import { dropKeys } from '../changes/keys.ts'
import { endConversion, markConversion } from '../fields/conversion.ts'
import { dependency } from '../membership/dependencies.ts'
import { lockRules } from '../membership/lock-rules.ts'
import { revalidateRules } from '../membership/revalidate.ts'
import { lockProfiles } from '../profiles/lock.ts'
import { lockSources, outdateDryRuns } from './field-usage.ts'
import { convertValues, type FieldOf, mayBeKey, rowsWith, surveyValues } from './field-values.ts'

/** Request of a conversion. */
interface ConvertRequest extends Pick<FieldOf, 'owner'> {
  field: number
  /** Name of the field, for the job's title. */
  name: string
  to: DataType
  /** True if unconvertible values may be deleted. */
  drop: boolean
  /** Former mark of the field: an earlier conversion failed. */
  was: DataType | null
}

/** True if a change converts values, or repeats a failed conversion. */
export const isConverted = (
  now: { data_type: DataType; converting_to: DataType | null; formula: object | null },
  { data_type }: { data_type?: DataType | undefined },
): boolean => data_type !== undefined && !now.formula && (data_type !== now.data_type || now.converting_to !== null)

/** Phase of the job: checking values, then converting; or found values that must not be lost. */
interface Cursor {
  after: number
  style: DateStyle
  refused?: { convertible: number; not_convertible: number }
}

/**
 * Converts the values of a field and then the field: in the caller's transaction if they fit one block, otherwise by a job, whose id it
 * returns. Until the job ends, the field is marked (converting_to): its values are read-only and shown as text.
 * Throws field_values_not_convertible. The caller holds the data sources that map it, lockForPipeline and the field.
 */
export async function convertField(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal,
  request: ConvertRequest,
): Promise<number | null> {
  const { owner, field: id, to, drop } = request
  const field = { owner, storeId, id }
  await markConversion(db, owner, storeId, id, to)
  const ids = await rowsWith(db, field, 0, BLOCK_ROWS + 1)
  if (ids.length > BLOCK_ROWS) return startJob(core, db, storeId, by, { kind: 'field_convert', request })
  const { style, convertible, not_convertible } = await surveyValues(db, field, to, ids)
  if (not_convertible > 0 && !drop) throw new ApiError('field_values_not_convertible', { convertible, not_convertible })
  await convertValues(db, field, { to, style }, ids)
  await end(db, field, to)
  return null
}

/** Runs such a job. */
export const fieldConverter =
  (rows = BLOCK_ROWS): JobWorker<ConvertRequest> =>
  async (working) => {
    const { core, storeId, job, block } = working
    const { owner, field: id, to, drop } = job.request
    const field = { owner, storeId, id }
    let cursor = job.cursor as Cursor | null
    if (!cursor) {
      await block(async (db) => {
        const { style, convertible, not_convertible } = await surveyValues(db, field, to)
        const refused = not_convertible > 0 && !drop && { convertible, not_convertible }
        if (refused) await markConversion(db, owner, storeId, id, job.request.was)
        cursor = { after: 0, style, ...(refused && { refused }) }
        return { total: convertible + not_convertible, cursor }
      })
    }
    const { style, refused } = cursor!
    if (refused) throw new ApiError('field_values_not_convertible', refused)
    await inBlocks(
      working,
      rows,
      (db, after, size) => rowsWith(db, field, after, size),
      (db, ids) => convertValues(db, field, { to, style }, ids),
      { style },
    )
    await block(async (db) => {
      await lockRules(db, storeId)
      const sources = await lockSources(db, storeId, `custom_${owner}`, id)
      // A running edit has read the field with its former type.
      await lockProfiles(db, storeId)
      if (!(await end(db, field, to))) return {}
      await outdateDryRuns(db, storeId, sources)
      const key = owner === 'profile' ? dependency.field(id) : dependency.property(id)
      await revalidateRules(core, db, storeId, [key])
      const entry = { subject_type: `${owner}_field`, subject_id: id, details: { data_type: to } } as const
      await audit(db, storeId, authorOf(job.created_by), null, { action: `${owner}_field_changed`, ...entry })
      return {}
    })
    // Rewritten rows fill the pending list of the search index, which every search reads whole.
    if (owner === 'profile') await core.pool.query('select auth.flush_search()')
    return undefined
  }

/** Sets the field to the type of its converted values. Returns false if it already has it. */
async function end(db: Db, { owner, storeId, id }: FieldOf, to: DataType): Promise<boolean> {
  const ended = await endConversion(db, owner, storeId, { id, to, keepsKey: mayBeKey(to) })
  if (owner === 'profile') {
    await readAgain(db, storeId)
    // Repeats for rows added meanwhile by a restore or a saved mapping.
    if (!mayBeKey(to)) await dropKeys(db, storeId, [id])
  }
  return ended
}
