import { Checkbox, TextInput } from '@mantine/core'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { shortName } from '../../ui/short-name.ts'
import { type RecordForm, useRecordForm } from '../../ui/use-record-form.ts'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { checkSecret, checkToken, plainInput } from './credentials.ts'
import { text } from './text.ts'

type KeyValues = { channelSecret: string; accessToken: string; dropToken: boolean }

const blank: KeyValues = { channelSecret: '', accessToken: '', dropToken: false }

/** Replaces the secret or the token of an account; LINE checks them before they are saved. */
export function KeysDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useWords(text)
  const calls = callsOf(account.type)
  const update = useWrite(calls.update, { quiet: true })
  const record: RecordForm<KeyValues> = useRecordForm({
    record: account,
    blank,
    valuesOf: () => blank,
    validate: {
      channelSecret: (value, { accessToken, dropToken }) =>
        !value.trim() && !accessToken.trim() && !dropToken ? wordsNow(text).keysNone : checkSecret(value),
      accessToken: checkToken,
    },
    refusalOf: (error) =>
      error.name === 'channel_secret_wrong' && form.values.accessToken.trim() ? t.tokenOfOther : undefined,
    current: currentOf(calls.update),
    save: ({ channelSecret, accessToken, dropToken }: KeyValues, originTime) =>
      update.mutateAsync({
        params: { id: account.id },
        body: {
          originTime,
          ...(channelSecret.trim() && { channelSecret: channelSecret.trim() }),
          ...(accessToken.trim() ? { accessToken: accessToken.trim() } : dropToken && { accessToken: null }),
        },
      }),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog title={t.keysTitle({ name: shortName(account.name) })} record={record}>
      <TextInput
        {...form.getInputProps('channelSecret')}
        {...plainInput}
        label={t.channelSecret}
        description={t.keepSecret({ end: account.secretEnd })}
        data-autofocus
      />
      <TextInput
        {...form.getInputProps('accessToken')}
        {...plainInput}
        label={t.token}
        description={account.tokenEnd ? t.keepSecret({ end: account.tokenEnd }) : t.tokenText}
      />
      {account.tokenEnd && (
        <Checkbox
          {...form.getInputProps('dropToken', { type: 'checkbox' })}
          label={t.dropToken({ end: account.tokenEnd })}
          disabled={form.values.accessToken.trim() !== ''}
        />
      )}
    </RecordDialog>
  )
}
