import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useWrite } from '../../data/api.ts'
import { newFieldName } from './field-name.ts'
import type { FieldOwner } from './field-owner.ts'
import { choicesIn, type FieldValues } from './field-row.ts'
import { activityFormula, profileFormula } from './formula.ts'

const quiet = { quiet: true, refreshes: [dataSources.list, profiles.list] }

/** Creates and changes fields. */
export function useSaveField(owner: FieldOwner) {
  const makeProfile = useWrite(profileFields.create, quiet)
  const makeActivity = useWrite(activities.createField, quiet)
  const changeProfile = useWrite(profileFields.update, quiet)
  const changeActivity = useWrite(activities.updateField, quiet)
  return {
    async create({
      sensitive,
      formula,
      fieldName,
      choices,
      drop: _,
      amount: __,
      ...body
    }: FieldValues): Promise<unknown> {
      const name = newFieldName(fieldName)
      if (owner === 'activity')
        return makeActivity.mutateAsync({ query: {}, body: { ...body, ...(name && { name }), ...ofActivity(formula) } })
      const named = { ...body, ...(name && { fieldName: name }) }
      const chosen = choicesIn({ choices, formula, dataType: body.dataType })
      return makeProfile.mutateAsync({
        body: { ...named, ...ofProfile(formula), sensitive, ...(chosen && { choices: chosen }) },
      })
    },
    /** A type that is left out stays as it is, or becomes what its values are being converted to. */
    async update(
      id: number,
      {
        sensitive,
        formula,
        fieldName,
        choices,
        amount,
        ...values
      }: Omit<FieldValues, 'dataType'> & Partial<FieldValues> & { confirm: boolean },
      originTime: string,
    ): Promise<{ jobId: number | null }> {
      const params = { id }
      if (owner === 'activity')
        return changeActivity.mutateAsync({
          params,
          body: { ...values, name: fieldName, ...ofActivity(formula), ...(!formula && { amount }), originTime },
        })
      return changeProfile.mutateAsync({
        params,
        body: {
          ...values,
          fieldName,
          ...ofProfile(formula),
          sensitive,
          // A field of another type has none.
          ...(!formula && values.dataType === undefined && { choices: choicesIn({ choices, formula }) }),
          originTime,
        },
      })
    },
  }
}

/** The part of a body that makes a field a computed one. */
function ofProfile(draft: FieldValues['formula']) {
  const formula = draft && profileFormula(draft)
  return formula ? { formula } : {}
}

function ofActivity(draft: FieldValues['formula']) {
  const formula = draft && activityFormula(draft)
  return formula ? { formula } : {}
}
