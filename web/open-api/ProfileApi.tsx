import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { type ReactNode, useId } from 'react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { type Got, useRead } from '../data/api.ts'
import { useStore } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { Bones } from '../ui/Bones.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { EMPTY } from '../ui/Loaded.tsx'
import { RouteLink } from '../ui/route.tsx'
import styles from './ProfileApi.module.css'
import { ProfileApiFields } from './ProfileApiFields.tsx'
import { ProfileApiSql } from './ProfileApiSql.tsx'
import { text } from './profile-api-text.ts'

const LOOK_MS = 1500

/** What programs read of the store's customers: through REST, of which fields, and with SQL. */
export function ProfileApi() {
  const t = useWords(text)
  const { rights } = useStore()
  const owner = rights.roles.includes(OWNER)
  const read = useRead(profileApi.get, {}, { poll: (data) => (data?.sql.status === 'preparing' ? LOOK_MS : false) })
  return (
    <>
      <SettingTabs />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        {read.error && (
          <ErrorBanner message={read.error.message} onRetry={() => read.refetch()} busy={read.isFetching} />
        )}
        {!read.data && !read.error && <Bones />}
        {read.data && (
          <div className={styles.cards}>
            {!owner && <FormNote kind="info" message={t.ownersOnly} />}
            <Card title={t.restTitle} about={t.restText}>
              <ProfileApiRest example={read.data.example} />
            </Card>
            <Card title={t.fieldsTitle} about={t.fieldsText}>
              <ProfileApiFields key={keyOf(read.data.fields)} fields={read.data.fields} owner={owner} />
            </Card>
            <Card title={t.readersTitle} about={t.readersText}>
              <ProfileApiReaders />
            </Card>
            <Card title={t.sqlTitle} about={t.sqlText}>
              <ProfileApiSql sql={read.data.sql} owner={owner} />
            </Card>
          </div>
        )}
      </div>
    </>
  )
}

const keyOf = (fields: readonly { id: number; read: boolean; write: boolean }[]) =>
  fields.map(({ id, read, write }) => `${id} ${read} ${write}`).join()

function Card({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Who reads what: each field against programs, SQL and exports, with the last time. */
function ProfileApiReaders() {
  const t = useWords(text)
  const format = useFormat()
  const read = useRead(profileApi.readers, {})
  if (read.error)
    return <ErrorBanner message={read.error.message} onRetry={() => read.refetch()} busy={read.isFetching} />
  if (!read.data) return <Bones />
  const { fields, programs, sql } = read.data
  const when = (open: boolean, at: string | null | undefined) =>
    at ? format.dateTime(at) : open ? t.openUnread : EMPTY
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

/** A request for the latest customer, and its answer. */
function ProfileApiRest({ example }: { example: Got<typeof profileApi.get>['example'] }) {
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
