import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { hasContacts } from '../../customers/profiles/contacts.ts'
import { hasFurtherNames } from '../../customers/profiles/further-names.ts'
import type { Db } from '../../database/db.ts'
import type { ReadFile } from '../../imports/data-sources/hidden-columns.ts'
import type { Targets } from '../../imports/data-sources/targets.ts'
import { erasedFinder } from '../../imports/run/erased-people.ts'
import { withNameEvidence } from '../../imports/run/evidence-columns.ts'
import { rowNamer } from '../../imports/run/match-answers.ts'
import { withLatinSpellings } from '../../imports/run/name-fields.ts'
import { type Plan, planOf } from '../../imports/run/plan.ts'

/** A plan whose fields take values away only in rows that say so: a key that an item lacks says nothing. */
interface RecordPlan {
  plan: Plan
  /** Places of fields that a null or an empty text takes away. */
  clearing: readonly number[]
}

/** Compiles the mapping of a connector, as that of a file. */
export async function planRecords(
  db: Db,
  storeId: number,
  secretKey: string,
  mapping: MappingBody,
  { read, targets }: { read: ReadFile; targets: Targets },
): Promise<RecordPlan> {
  const mapped = planOf(mapping, targets)
  const plan = withNameEvidence(withLatinSpellings(mapped, targets.fields), read, targets.fields)
  const clearing = plan.fields.flatMap(({ clears, evidence, latin, cutOff }, place) =>
    clears && !evidence && !latin && !cutOff ? [place] : [],
  )
  return {
    plan: {
      ...plan,
      fields: plan.fields.map((field) => ({ ...field, clears: false })),
      isStream: true,
      findErased: await erasedFinder(db, storeId, secretKey, plan),
      nameOf: rowNamer(secretKey, storeId, plan),
      contacts: await hasContacts(db, storeId),
      furtherNames: await hasFurtherNames(db, storeId),
    },
    clearing,
  }
}
