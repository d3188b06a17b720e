import type { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import type { Got } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { FormNote } from '../ui/FormNote.tsx'
import { RouteLink } from '../ui/route.tsx'
import styles from './ProfileApi.module.css'
import { text } from './profile-api-text.ts'

/** A request for the latest customer, and its answer. */
export function ProfileApiRest({ example }: { example: Got<typeof profileApi.get>['example'] }) {
  const t = useWords(text)
  const address = `${location.origin}/open-api/v1/profiles`
  const answer = example && {
    data: {
      id: example.id,
      values: example.values,
      created_at: example.createdAt,
      updated_at: example.updatedAt,
    },
  }
  return (
    <>
      <strong className={styles.label}>{t.request}</strong>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {`curl ${address}${example ? `/${example.id}` : '?limit=1'} \\\n  -H "Authorization: Bearer ruam_…"`}
      </pre>
      {answer ? (
        <>
          <strong className={styles.label}>{t.answer}</strong>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={styles.code} tabIndex={0}>
            {JSON.stringify(answer, null, 2)}
          </pre>
        </>
      ) : (
        <FormNote kind="info" message={t.noExample} />
      )}
      <div className={styles.links}>
        <RouteLink to="docs-get-started">{t.docs}</RouteLink>
        <RouteLink to="data-source-openapi-key">{t.keys}</RouteLink>
      </div>
    </>
  )
}
