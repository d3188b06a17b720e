import { Button, Group, Stack } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { Bones } from '../ui/Bones.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { Facts } from './Facts.tsx'
import { ItemResults } from './ItemResults.tsx'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'

export type ConnectorRequest = Got<typeof connectorItems.requests>['data'][number]

interface RequestDialogProps {
  id: number
  request: ConnectorRequest
  onClose: () => void
}

/** One request: what became of each item, and what was sent for people who may see it. */
export function RequestDialog({ id, request, onClose }: RequestDialogProps) {
  const t = useWords(itemText)
  const c = useWords(common)
  const format = useFormat()
  const params = { id, receiptId: request.receiptId }
  const read = useRead(connectorItems.request, { params })
  const maySee = useMayCall(connectorItems.payload)
  const payload = useWrite(connectorItems.payload, { quiet: true })
  return (
    <Dialog opened onClose={onClose} title={t.request({ id: request.receiptId })}>
      <Stack gap="lg" mt="sm">
        <Facts
          facts={[
            [t.at, format.dateTime(request.at)],
            [t.sender, request.sender?.name ?? t.senderGone],
            [t.version, request.mappingVersion],
            [t.unmapped, request.unmapped.join(', ')],
          ]}
        />
        {read.error && <FormNote message={read.error.message} />}
        {!read.data && !read.error && <Bones />}
        {read.data?.results && <ItemResults results={read.data.results} />}
        {read.data && !read.data.results && <p className={styles.quiet}>{t.waiting}</p>}
        {payload.error && <FormNote message={payload.error.message} />}
        {payload.data && (
          <code className={`${styles.secret} ${styles.code}`}>{payload.data.payload ?? t.payloadGone}</code>
        )}
        <Group justify="flex-end" gap="sm">
          {maySee && request.hasPayload && !payload.data && (
            <Button size="md" loading={payload.isPending} onClick={() => payload.mutate({ params })}>
              {t.showPayload}
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
