import { activities, activityFieldTypes } from '@ruam/contract/customers/activities.ts'
import { dataTypes } from '@ruam/contract/platform/system-fields.ts'
import { useSearch } from '@tanstack/react-router'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from '../../ui/Tabs.module.css'
import { useView } from '../../ui/view.ts'
import { FieldTable } from '../fields/FieldTable.tsx'
import { fieldSorts } from '../fields/field-row.ts'
import { ActivityTypeTable } from './ActivityTypeTable.tsx'
import { text } from './text.ts'

/** Activity fields of a store, with their types. */
export function ActivityFieldList() {
  const t = useWords(text)
  const search: { tab?: unknown } = useSearch({ strict: false })
  const types = search.tab === 'types'
  const screen = 'data-source-v2-activity-field'
  return (
    <>
      <nav className={styles.tabs} aria-label={t.tabs}>
        <RouteLink to={screen} aria-current={types ? undefined : 'page'}>
          {t.fields}
        </RouteLink>
        <RouteLink to={screen} search={{ tab: 'types' }} aria-current={types ? 'page' : undefined}>
          {t.types}
        </RouteLink>
      </nav>
      {types ? <ActivityTypeTable key="types" /> : <ActivityFieldTable key="fields" />}
    </>
  )
}

function ActivityFieldTable() {
  const view = useView({
    sorts: fieldSorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { type: activityFieldTypes, dataType: dataTypes },
  })
  const read = useRead(activities.fields, { query: { ...view.query, ...view.filters } })
  return <FieldTable owner="activity" kinds={activityFieldTypes} view={view} read={read} />
}
