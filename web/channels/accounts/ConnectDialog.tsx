import { TextInput } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { useState } from 'react'
import { call, type Got, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { type RecordForm, useRecordForm } from '../../ui/use-record-form.ts'
import { AccountPicture } from './AccountPicture.tsx'
import styles from './Accounts.module.css'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { checkChannelId, checkNewSecret, checkProvider, checkToken, plainInput } from './credentials.ts'
import { LineSteps } from './LineSteps.tsx'
import { text } from './text.ts'

type Found = Got<typeof lineOa.validateToken>
type ConnectValues = { channelId: string; channelSecret: string; accessToken: string; name: string; provider: string }

interface ConnectDialogProps {
  type: AccountRow['type']
  /** Opens beside the form that lacks the account. */
  side?: boolean
  onConnected: (account: AccountRow) => void
  onClose: () => void
}

/** Connects an account in two steps: LINE names the account of the keys, then it is saved. */
export function ConnectDialog({ type, side, onConnected, onClose }: ConnectDialogProps) {
  const t = useWords(text)
  const create = useWrite(callsOf(type).create, { quiet: true })
  // The account of the keys that were checked last.
  const [checked, setChecked] = useState<{ keys: string; account: Found }>()
  const record: RecordForm<ConnectValues> = useRecordForm({
    blank: { channelId: '', channelSecret: '', accessToken: '', name: '', provider: '' },
    validate: {
      channelId: checkChannelId,
      channelSecret: checkNewSecret,
      accessToken: checkToken,
      name: (value) => (found ? checks.name(value) : null),
      provider: checkProvider,
    },
    refusalOf: (error) =>
      error.name === 'channel_secret_wrong' && form.values.accessToken.trim() ? t.tokenOfOther : undefined,
    save: async (values: ConnectValues) => {
      const keys = keysOf(values)
      if (!found) return { values, account: await call(lineOa.validateToken, { body: keys }) }
      const body = { ...keys, name: values.name.trim(), provider: values.provider.trim() || null }
      return create.mutateAsync({ body })
    },
    onSaved: (answer) => {
      if ('account' in answer) {
        setChecked({ keys: JSON.stringify(keysOf(answer.values)), account: answer.account })
        return form.setFieldValue('name', answer.account.displayName)
      }
      alerts.success(t.connected)
      onConnected(answer)
    },
    onClose,
  })
  const { form } = record
  // Changed keys have to be checked again.
  const found: Found | undefined = checked?.keys === JSON.stringify(keysOf(form.values)) ? checked.account : undefined
  return (
    <RecordDialog title={t.connectTitle} side={side} create={found ? t.connectIt : t.check} record={record}>
      {side && !found && (
        <div className={styles.sideSteps}>
          <LineSteps />
        </div>
      )}
      <TextInput
        {...form.getInputProps('channelId')}
        {...plainInput}
        inputMode="numeric"
        label={t.channelId}
        required
        data-autofocus
      />
      <TextInput {...form.getInputProps('channelSecret')} {...plainInput} label={t.channelSecret} required />
      <TextInput {...form.getInputProps('accessToken')} {...plainInput} label={t.token} description={t.tokenText} />
      <div role="status" hidden={!found}>
        {found && (
          <div className={styles.found}>
            <AccountPicture name={found.displayName} picture={found.picture} />
            <span>
              <small>{t.found}</small>
              <strong>{found.displayName}</strong> <span className={styles.quiet}>{found.basicId}</span>
            </span>
          </div>
        )}
      </div>
      {found && (
        <>
          <TextInput {...form.getInputProps('name')} label={t.name} required />
          <TextInput {...form.getInputProps('provider')} label={t.provider} description={t.providerText} />
        </>
      )}
    </RecordDialog>
  )
}

const keysOf = ({ channelId, channelSecret, accessToken }: ConnectValues) => ({
  channelId: channelId.trim(),
  channelSecret: channelSecret.trim(),
  accessToken: accessToken.trim() || null,
})
