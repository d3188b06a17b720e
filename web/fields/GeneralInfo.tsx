import { generalInfo } from '@ruam/contract/older-settings.ts'
import { profileFieldTypes } from '@ruam/contract/profile-fields.ts'
import { dataTypes } from '@ruam/contract/system-fields.ts'
import { useRead } from '../core/api.ts'
import { SettingTabs } from '../core/SettingTabs.tsx'
import { useView } from '../core/view.ts'
import { FieldTable } from './FieldTable.tsx'
import { fieldSorts } from './field-row.ts'

/** What a store keeps of each customer, as its settings show it: the profile fields. */
export function GeneralInfo() {
  const view = useView({
    sorts: fieldSorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { type: profileFieldTypes, dataType: dataTypes },
  })
  const read = useRead(generalInfo.list, { query: { ...view.query, ...view.filters } })
  return (
    <>
      <SettingTabs />
      <FieldTable owner="profile" kinds={profileFieldTypes} view={view} read={read} />
    </>
  )
}
