import { profileFields, profileFieldTypes } from '@ruam/contract/profile-fields.ts'
import { dataTypes } from '@ruam/contract/system-fields.ts'
import { useRead } from '../core/api.ts'
import { useView } from '../core/view.ts'
import { FieldTable } from './FieldTable.tsx'
import { fieldSorts } from './field-row.ts'

/** What a store keeps of each customer. */
export function ProfileFieldList() {
  const view = useView({
    sorts: fieldSorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { type: profileFieldTypes, dataType: dataTypes },
  })
  const read = useRead(profileFields.list, { query: { ...view.query, ...view.filters } })
  return <FieldTable owner="profile" kinds={profileFieldTypes} view={view} read={read} />
}
