import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { Bones } from '../ui/Bones.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import styles from './ProfileApi.module.css'
import { text } from './profile-api-text.ts'

/** Who reads what: each field against programs, SQL and exports, with the last time. */
export function ProfileApiReaders() {
  const t = useWords(text)
  const format = useFormat()
  const read = useRead(profileApi.readers, {})
  if (read.error)
    return <ErrorBanner message={read.error.message} onRetry={() => read.refetch()} busy={read.isFetching} />
  if (!read.data) return <Bones />
  const { fields, programs, sql } = read.data
  const when = (open: boolean, at: string | null | undefined) => (at ? format.dateTime(at) : open ? t.openUnread : '–')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.readers} aria-label={t.readersTable} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            {programs.map(({ id, kind, name }) => (
              <th key={id} scope="col">
                {name} <span className={styles.quiet}>{kind === 'key' ? 'API key' : 'API token'}</span>
              </th>
            ))}
            {sql.login && <th scope="col">SQL</th>}
            <th scope="col">{t.exported}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.id}>
              <th scope="row">{field.displayName}</th>
              {programs.map(({ id, fields: listed }) => {
                const one = listed.find(({ fieldId }) => fieldId === field.id)
                return <td key={id}>{when(one?.read === true, one?.lastReadAt)}</td>
              })}
              {sql.login && <td>{when(field.sql, field.sql ? sql.lastSessionAt : null)}</td>}
              <td>{when(false, field.lastExportedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
