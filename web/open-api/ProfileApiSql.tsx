import { Button, Group, Stack } from '@mantine/core'
import { profileApi, SQL_CONNECTIONS, SQL_SECONDS } from '@ruam/contract/open-api/profile-api.ts'
import { useRef, useState } from 'react'
import { type Got, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import styles from './ProfileApi.module.css'
import { text } from './profile-api-text.ts'
import { useRemoveSqlLogin } from './use-remove-sql-login.ts'

type Sql = Got<typeof profileApi.get>['sql']

/** The SQL account of the store: its address, limits and tables, and how to make, renew and remove it. */
export function ProfileApiSql({ sql, owner }: { sql: Sql; owner: boolean }) {
  const t = useWords(text)
  const confirm = useConfirm()
  const [password, setPassword] = useState<string>()
  const create = useWrite(profileApi.createLogin)
  const { remove, ...removal } = useRemoveSqlLogin()
  const make = (rotate: boolean) =>
    create.mutate({ body: { rotate } }, { onSuccess: (made) => setPassword(made.password) })
  async function rotate() {
    if (await confirm({ title: t.rotateTitle, text: t.rotateText, yes: t.rotate, mode: 'cancel' })) make(true)
  }
  if (!sql.enabled) return <FormNote kind="info" message={t.sqlOff} />
  return (
    <>
      {sql.failure && <FormNote message={t[sql.failure]} />}
      {sql.login && <Login sql={sql} login={sql.login} />}
      <FormNote message={create.error?.message ?? removal.error?.message} />
      {owner && (
        <div className={styles.actions}>
          {sql.login ? (
            <>
              <Button size="md" loading={create.isPending} onClick={rotate}>
                {t.rotate}
              </Button>
              <Button size="md" color="red" loading={removal.isPending} onClick={remove}>
                {t.remove}
              </Button>
            </>
          ) : (
            <Button size="md" variant="filled" loading={create.isPending} onClick={() => make(false)}>
              {t.create}
            </Button>
          )}
        </div>
      )}
      {password && <PasswordDialog password={password} onClose={() => setPassword(undefined)} />}
    </>
  )
}

function Login({ sql, login }: { sql: Sql; login: NonNullable<Sql['login']> }) {
  const t = useWords(text)
  const format = useFormat()
  const at = format.dateTime(login.passwordAt)
  const facts = [
    [t.status, sql.status === 'ready' ? t.ready : t.preparing],
    [t.host, login.host],
    [t.port, String(login.port)],
    [t.database, login.database],
    [t.user, login.user],
    [t.password, login.createdBy ? t.passwordAt({ at, name: login.createdBy.name }) : t.passwordAtUnknown({ at })],
    [t.limits, t.limitsText({ connections: SQL_CONNECTIONS, seconds: SQL_SECONDS })],
  ] as const
  return (
    <>
      {login.localOnly && <FormNote kind="info" message={t.localOnly({ port: String(login.port) })} />}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <strong className={styles.label}>{t.views}</strong>
      <ul className={styles.views} aria-label={t.views}>
        {sql.views.map(({ name, columns }) => (
          <li key={name}>
            <strong>{name}</strong> <span className={styles.quiet}>{columns.join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shows the password of the SQL account once. */
function PasswordDialog({ password, onClose }: { password: string; onClose: () => void }) {
  const t = useWords(text)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    // Without a secure context there is no clipboard: it stands there, marked.
    getSelection()?.selectAllChildren(shown.current!)
    await navigator.clipboard?.writeText(password).then(
      () => alerts.success(t.copied),
      () => undefined,
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t.passwordTitle} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md" mt="sm">
        <FormNote kind="info" message={t.passwordText} />
        <code ref={shown} className={styles.code} data-secret>
          {password}
        </code>
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={() => void copy()}>
            {t.copy}
          </Button>
          <Button size="md" variant="filled" onClick={onClose}>
            {t.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
