import { masterData } from '@ruam/contract/platform/master-data.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes, scopeNames, scopes } from '@ruam/contract/platform/scopes.ts'
import { activityDate, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { implement } from '../http/implement.ts'
import { mappingKeywords } from './master-data.ts'

export const masterDataRoutes = implement(masterData, {
  keywords() {
    const idOf = new Map<string, number>(systemFields.map((field) => [field.name, field.id]))
    const data = mappingKeywords.map((entry) => ({
      keyword: entry.keyword,
      field_id: idOf.get(entry.field_name) ?? activityDate.id,
      field_type: entry.field_name === activityDate.name ? ('system_activity' as const) : ('system_profile' as const),
    }))
    return { data, total: data.length }
  },

  systemFields({ language }) {
    const data = [
      ...systemFields.map((field) => ({ ...field, field_type: 'system_profile' as const })),
      { ...activityDate, field_type: 'system_activity' as const },
    ].map((field) => ({
      id: field.id,
      field_type: field.field_type,
      name: field.name,
      display_name: field[language],
      data_type: field.data_type,
      sort_id: field.id,
    }))
    return { data, total: data.length }
  },

  scopes({ user, language }) {
    const data = scopeNames.map((scope) => {
      const [name, description] = scopes[scope][language]
      return { scope, name, description, grantable: may(user.rights, ...rightsOfScopes([scope])) }
    })
    return { data, total: data.length }
  },
})
