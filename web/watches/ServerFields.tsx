import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useWords } from '../data/text.ts'
import type { RecordForm } from '../ui/use-record-form.ts'
import { placeText } from './place-text.ts'
import styles from './WatchForm.module.css'
import type { WatchValues } from './watch-values.ts'

/** Keeps browsers from filling in or correcting addresses and keys. */
const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

interface ServerFieldsProps {
  form: RecordForm<WatchValues>['form']
  /** True if the place has a stored secret. */
  isStored: boolean
}

/** Address and login of S3 and SFTP. The stored secret is never read: an empty field keeps it. */
export function ServerFields(props: ServerFieldsProps) {
  const { kind } = props.form.values
  if (kind === 's3') return <S3Fields {...props} />
  return kind === 'sftp' ? <SftpFields {...props} /> : null
}

function S3Fields({ form, isStored }: ServerFieldsProps) {
  const t = useWords(placeText)
  return (
    <>
      <TextInput {...form.getInputProps('bucket')} {...plain} label={t.bucket} />
      <TextInput
        {...form.getInputProps('endpoint')}
        {...plain}
        label={t.endpoint}
        placeholder="https://s3.example.com"
        description={t.endpointHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <TextInput {...form.getInputProps('region')} {...plain} label={t.region} />
      <TextInput {...form.getInputProps('keyId')} {...plain} label={t.keyId} />
      <Secret form={form} isStored={isStored} label={t.s3Secret} />
    </>
  )
}

function SftpFields({ form, isStored }: ServerFieldsProps) {
  const t = useWords(placeText)
  const { values } = form
  // Another server has another key.
  const address = (name: 'host' | 'port') => ({
    ...form.getInputProps(name),
    onChange({ currentTarget }: { currentTarget: { value: string } }) {
      form.setFieldValue(name, currentTarget.value)
      form.setFieldValue('hostKey', '')
    },
  })
  const isKey = values.login === 'key'
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          {...address('host')}
          {...plain}
          className={styles.half}
          label={t.host}
          placeholder="sftp.example.com"
        />
        <TextInput {...address('port')} {...plain} label={t.port} inputMode="numeric" className={styles.port} />
      </div>
      <TextInput {...form.getInputProps('user')} {...plain} label={t.user} />
      <NativeSelect
        label={t.login}
        value={values.login}
        data={[
          { value: 'password', label: t.password },
          { value: 'key', label: t.privateKey },
        ]}
        onChange={({ currentTarget }) => {
          form.setFieldValue('login', currentTarget.value as WatchValues['login'])
          // The field of keys would show a password.
          form.setFieldValue('secret', '')
        }}
      />
      {isKey ? (
        <>
          <Textarea
            {...form.getInputProps('secret')}
            {...plain}
            label={t.privateKey}
            placeholder={isStored ? t.keepSecret : '-----BEGIN OPENSSH PRIVATE KEY-----'}
            rows={3}
            className={styles.key}
          />
          <PasswordInput
            {...form.getInputProps('passphrase')}
            label={t.passphrase}
            autoComplete="off"
            disabled={values.secret === ''}
          />
        </>
      ) : (
        <Secret form={form} isStored={isStored} label={t.password} />
      )}
    </>
  )
}

/** Pinned host key of an SFTP server, or the one that a trial showed. */
export function HostKey({ form }: Pick<ServerFieldsProps, 'form'>) {
  const t = useWords(placeText)
  const { hostKey } = form.values
  return (
    <p className={styles.hostKey}>
      <span>{t.hostKey}</span> {hostKey ? <code>{hostKey}</code> : t.hostKeyNone}{' '}
      {hostKey !== '' && (
        <Button variant="transparent" size="compact-sm" onClick={() => form.setFieldValue('hostKey', '')}>
          {t.newHostKey}
        </Button>
      )}
    </p>
  )
}

function Secret({ form, isStored, label }: ServerFieldsProps & { label: string }) {
  const t = useWords(placeText)
  return (
    <PasswordInput
      {...form.getInputProps('secret')}
      label={label}
      placeholder={isStored ? t.keepSecret : undefined}
      autoComplete="new-password"
    />
  )
}
