import { generalInfo } from '@ruam/contract/customers/older-settings.ts'
import { profileFieldTypes } from '@ruam/contract/customers/profile-fields.ts'
import { dataTypes } from '@ruam/contract/platform/system-fields.ts'
import { useRead } from '../../data/api.ts'
import { useView } from '../../ui/view.ts'
import { FieldTable } from './FieldTable.tsx'
import { fieldSorts } from './field-row.ts'

/** The profile fields under the older address of the settings. */
export function GeneralInfo() {
  const view = useView({
    sorts: fieldSorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { type: profileFieldTypes, dataType: dataTypes },
  })
  const read = useRead(generalInfo.list, { query: { ...view.query, ...view.filters } })
  return <FieldTable owner="profile" kinds={profileFieldTypes} view={view} read={read} />
}
