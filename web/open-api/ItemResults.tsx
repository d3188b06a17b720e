import type { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import type { Got } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { RecordState } from '../imports/data-sources/StatusBadge.tsx'
import { RouteLink } from '../ui/route.tsx'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'

type Tested = Got<typeof connectorItems.test>['results'][number]
type Result = Omit<Tested, 'activities'> & Partial<Pick<Tested, 'activities'>>

/** What became of each item of a request, or would become of it. */
export function ItemResults({ results }: { results: readonly Result[] }) {
  const t = useWords(itemText)
  return (
    <ul className={styles.results} aria-label={t.results}>
      {results.map((result, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results never move
        <li key={place}>
          <span>
            {result.index + 1}. <RecordState status={result.status} />
          </span>
          {result.profileId !== null && (
            <RouteLink to="profile-detail" params={{ profileId: result.profileId }}>
              {t.customer({ id: String(result.profileId) })}
            </RouteLink>
          )}
          {result.message && (
            <span>
              {result.field && <span className={styles.code}>{result.field} </span>}
              {result.message}
            </span>
          )}
          {Object.entries(result.after ?? {}).map(([name, value]) => (
            <span key={name} className={styles.quiet}>
              {name}: {String(value)}
            </span>
          ))}
          {result.activities?.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results never move
            <span key={at} className={styles.quiet}>
              {t.activity({ name: one.name })}
              {one.fields.map((field) => ` · ${field.name} ${field.value}`)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
