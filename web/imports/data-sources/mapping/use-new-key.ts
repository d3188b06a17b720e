import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useWrite } from '../../../data/api.ts'
import { useMayCall } from '../../../ui/may.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import type { Draft, MappingRequest } from './mapping-draft.ts'

/** The column that a new field is proposed for, unless a person has decided about it or about the keys. */
function proposedKeyOf({ sourceMapping }: Pick<MappingAnswer, 'sourceMapping'>, draft: Draft): string | undefined {
  const column = sourceMapping.find(({ reason }) => reason === 'new_key')?.sourceSchemaId
  const row = column === undefined ? undefined : draft.rows[column]
  return row && row.targets.length === 0 && !row.reviewed && !draft.allNew ? column : undefined
}

/** The mapping with a column that feeds a field of the store's own, as the first key. */
const withNewKey = (body: MappingRequest, column: string, field: number): MappingRequest => ({
  ...body,
  mapping: [
    ...body.mapping,
    {
      sourceSchemaId: column,
      destinationId: field,
      destinationType: 'custom_profile',
      part: 'whole',
      overwrite: 'always',
      empty: 'keep',
      dateOrder: null,
      twoDigitYears: null,
    },
  ],
  match: {
    mode: 'both',
    ...body.match,
    keys: [field, ...(body.match?.keys ?? [])].slice(0, MOST_KEYS),
  },
})

const MOST_KEYS = 5

/** Creates the proposed field when the mapping is left, and maps its column. */
export function useNewKey(mapping: MappingAnswer, draft: Draft) {
  const make = useWrite(profileFields.create, { refreshes: [dataSources.getMapping] })
  const mayCreate = useMayCall(profileFields.create)
  const column = mayCreate ? proposedKeyOf(mapping, draft) : undefined
  const header = mapping.sourceSchema.find(({ id }) => id === column)?.name.trim()
  if (column === undefined || header === undefined) return undefined
  return {
    column,
    /** Returns the mapping with the new field. */
    async accept(body: MappingRequest): Promise<MappingRequest> {
      const { id } = await make.mutateAsync({ body: { displayName: header, dataType: 'String' } })
      return withNewKey(body, column, id)
    },
  }
}
