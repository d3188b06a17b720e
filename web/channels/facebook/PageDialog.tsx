import { Radio, TextInput } from '@mantine/core'
import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { useState } from 'react'
import { type Got, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { type RecordForm, useRecordForm } from '../../ui/use-record-form.ts'
import { plainInput } from '../accounts/credentials.ts'
import styles from './Facebook.module.css'
import { text } from './text.ts'

type Pages = Got<typeof facebookSetting.connect>['pages']
type PageValues = { accessToken: string; pageId: string }

/** Connects a page in two steps: Facebook lists the pages of the token, then one of them is chosen. */
export function PageDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(text)
  const connect = useWrite(facebookSetting.connect, { quiet: true })
  const [listed, setListed] = useState<{ token: string; pages: Pages }>()
  const record: RecordForm<PageValues> = useRecordForm({
    blank: { accessToken: '', pageId: '' },
    validate: {
      accessToken: (value) => checks.required(value) ?? (/^[\w|.-]{20,1000}$/.test(value.trim()) ? null : t.tokenWrong),
      pageId: (value) => (pages && pages.length > 0 && !value ? t.chooseFirst : null),
    },
    save: ({ accessToken, pageId }: PageValues) =>
      connect.mutateAsync({ body: { accessToken: accessToken.trim(), pageId: pages ? pageId || null : null } }),
    onSaved: (answer) => {
      if (!answer.connected) return setListed({ token: form.values.accessToken, pages: answer.pages })
      alerts.success(t.connected)
      onClose()
    },
    onClose,
  })
  const { form } = record
  // Another token has other pages.
  const pages = listed?.token === form.values.accessToken ? listed.pages : undefined
  return (
    <RecordDialog title={t.connectTitle} create={pages && pages.length > 0 ? t.connectIt : t.showPages} record={record}>
      <TextInput
        {...form.getInputProps('accessToken')}
        {...plainInput}
        label={t.token}
        description={t.tokenText}
        required
        data-autofocus
      />
      {pages?.length === 0 && <p role="status">{t.noPages}</p>}
      {pages && pages.length > 0 && (
        <Radio.Group {...form.getInputProps('pageId')} label={t.choose} required>
          <div className={styles.choices}>
            {pages.map(({ pageId, name, category, connected }) => (
              <Radio
                key={pageId}
                size="sm"
                value={pageId}
                label={name}
                description={connected ? t.already : category}
                disabled={connected}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </RecordDialog>
  )
}
