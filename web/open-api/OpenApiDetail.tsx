import { Button, Group, Stack } from '@mantine/core'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { IconPencil } from '@tabler/icons-react'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { Bones } from '../ui/Bones.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { CopyLine } from './CopyLine.tsx'
import { Facts } from './Facts.tsx'
import styles from './OpenApi.module.css'
import type { OpenApi } from './OpenApiDialog.tsx'
import { openApiText } from './open-api-text.ts'
import { State } from './State.tsx'
import { text } from './text.ts'
import { useCallName } from './use-call-name.ts'
import { useFields } from './use-fields.ts'

interface OpenApiDetailProps {
  openApi: OpenApi
  onEdit: () => void
  onClose: () => void
}

/** One open API: the address of each call, ready to copy, the fields that it shows, and its tokens. */
export function OpenApiDetail({ openApi, onEdit, onClose }: OpenApiDetailProps) {
  const t = useWords(text)
  const o = useWords(openApiText)
  const c = useWords(common)
  const { nameOf } = useCallName()
  const { fields } = useFields()
  const mayEdit = useMayCall(openApis.update)
  const urls = useRead(openApis.urls, {})
  const shown = fields
    .filter(({ id }) => openApi.fields.some(({ fieldId, read }) => fieldId === id && read))
    .map(({ displayName }) => displayName)
  const tokens = openApi.tokens.map(({ name }) => name).join(', ')
  return (
    <Dialog opened onClose={onClose} title={openApi.name}>
      <Stack gap="lg" mt="sm">
        {openApi.description && <p className={styles.about}>{openApi.description}</p>}
        <Facts
          facts={[
            [t.status, <State key="state" status={openApi.status} />],
            [o.fields, shown.join(', ') || o.noFields],
            [o.tokens, tokens || o.noTokens],
          ]}
        />
        <section className={styles.addresses} aria-label={o.addresses}>
          <h3>{o.addresses}</h3>
          <p className={styles.quiet}>{o.addressesText}</p>
          {urls.error && <FormNote message={urls.error.message} />}
          {!urls.data && !urls.error && <Bones />}
          {urls.data?.data
            .filter(({ call }) => openApi.calls.includes(call))
            .map(({ call, method, url }) => (
              <div key={call}>
                <span className={styles.quiet}>
                  {nameOf(call)} · {method}
                </span>
                <CopyLine content={url} label={o.copyAddress({ what: nameOf(call) })} />
              </div>
            ))}
        </section>
        <Group justify="flex-end" gap="sm">
          {mayEdit && (
            <Button size="md" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onEdit}>
              {c.edit}
            </Button>
          )}
          <Button size="md" variant="filled" onClick={onClose}>
            {c.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
