import type { Field } from '../../customers/fields/fields.ts'
import { hasContacts } from '../../customers/profiles/contacts.ts'
import { hasFurtherNames } from '../../customers/profiles/further-names.ts'
import type { Db } from '../../database/db.ts'
import { erasedFinder } from '../../imports/run/erased-people.ts'
import { withNamePartEvidence } from '../../imports/run/evidence-columns.ts'
import { rowNamer } from '../../imports/run/match-answers.ts'
import { withLatinSpellings } from '../../imports/run/name-fields.ts'
import type { Plan } from '../../imports/run/plan.ts'
import type { PlannedField } from '../../imports/run/planned-field.ts'
import { isShared, traitsOf } from '../../imports/run/traits.ts'

/** Match keys in order of reliability, as in files; the store's own stand between those of the state and shared contacts. */
const keyOrder = ['line_user_id', 'citizen_id', undefined, 'phone', 'email']

/** Column of a field, from 0: streams have no columns, so that `column + 1` in errors and records is the field's id. */
const columnOf = (fieldId: number) => fieldId - 1

/** Compiles the plan of a batch of items over the fields that they name. */
export async function planItems(
  db: Db,
  storeId: number,
  secretKey: string,
  fields: readonly Field[],
  named: ReadonlySet<number>,
): Promise<Plan> {
  const planned = fields.flatMap((field): PlannedField[] =>
    named.has(field.id)
      ? [
          {
            ...{
              column: columnOf(field.id),
              joined: [],
              part: 'whole',
              dates: { date_order: null, two_digit_years: null },
            },
            ...{ field: { ...field }, overwrite: 'always', clears: false },
          },
        ]
      : [],
  )
  const keys = planned
    .flatMap(({ field }, place) => (field.matchKey || (field.column && keyOrder.includes(field.column)) ? [place] : []))
    .sort((a, b) => rankOf(planned[a]!) - rankOf(planned[b]!) || a - b)
  const plain: Plan = {
    width: 0,
    fields: planned,
    keys,
    personal: keys.filter((key) => !isShared(planned[key]!)),
    traits: traitsOf(planned, keys),
    mode: 'both',
    addsKeyless: false,
    activity: null,
    labels: [],
    // Refused ids of profiles are errors of no field.
    number: -1,
    rowLabels: null,
    isStream: true,
  }
  const plan = withNamePartEvidence(withLatinSpellings(plain, fields), fields)
  return {
    ...plan,
    findErased: await erasedFinder(db, storeId, secretKey, plan),
    nameOf: rowNamer(secretKey, storeId, plan),
    contacts: await hasContacts(db, storeId),
    furtherNames: await hasFurtherNames(db, storeId),
  }
}

const rankOf = ({ field }: PlannedField) => keyOrder.indexOf(field.column)
