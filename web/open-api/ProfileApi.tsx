import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { type ReactNode, useId } from 'react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { useRead } from '../data/api.ts'
import { useStore } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import styles from './ProfileApi.module.css'
import { ProfileApiFields } from './ProfileApiFields.tsx'
import { ProfileApiReaders } from './ProfileApiReaders.tsx'
import { ProfileApiRest } from './ProfileApiRest.tsx'
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
