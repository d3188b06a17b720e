import { Button, Checkbox, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { useState } from 'react'
import { type Sending, useRead, useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { useMayCall } from '../../ui/may.ts'
import { awaitExport } from './awaited.ts'
import { type FileType, FileTypes } from './FileTypes.tsx'
import { refusalOf } from './refusal.ts'
import { exportText } from './text.ts'

type Body = Sending<typeof exports.create>['body']

export interface ExportDialogProps {
  /** Selection to export. */
  target: Pick<Body, 'filter' | 'profileIds'>
  /** Displayed count: “10,000+”. */
  people: string
  /** Columns of the person's list; omitted without one. */
  columns?: string[]
  onClose: () => void
}

/** Asks what goes into a file, in which form, and says how many people it is about before it begins. */
export function ExportDialog({ target: first, people, columns, onClose }: ExportDialogProps) {
  const t = useWords(exportText)
  const c = useWords(common)
  const { id: storeId } = useStore()
  // Whoever was chosen when the dialog opened, whatever the list does meanwhile.
  const [target] = useState(first)
  const [fileType, setFileType] = useState<FileType>('xlsx')
  const [type, setType] = useState<Body['type']>('profile')
  const [wanted, setWanted] = useState(columns ? 'shown' : 'all')
  const [activityId, setActivityId] = useState<number>()
  const mayTypes = useMayCall(activities.types)
  const types = useRead(activities.types, { query: { limit: '0' } }, { enabled: mayTypes })
  const mayLink = useMayCall(lineLink.create)
  const [withLinks, setWithLinks] = useState(false)
  const start = useWrite(exports.create, { quiet: true })
  const ready = type === 'profile' || activityId !== undefined
  const begin = async () => {
    const about = type === 'activity' ? { activityId: activityId! } : wanted === 'shown' && columns ? { columns } : {}
    const links = type === 'profile' && withLinks ? { lineLink: true } : {}
    const begun = await start
      .mutateAsync({ body: { ...target, type, fileType, ...about, ...links } })
      .catch(() => undefined)
    if (!begun) return
    awaitExport(storeId, begun.exportId)
    alerts.success(t.begun)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t.ask} size={480} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        <FormNote message={start.error ? refusalOf(start.error, t) : undefined} />
        <Text fw={500}>{t.count({ count: people === '1' ? 1 : people })}</Text>
        {mayTypes && (types.data?.total ?? 0) > 0 && (
          <Radio.Group label={t.what} value={type} onChange={(value) => setType(value as Body['type'])}>
            <Stack gap="xs" mt="xs">
              <Radio size="sm" value="profile" label={t.people} />
              <Radio size="sm" value="activity" label={t.activities} />
            </Stack>
          </Radio.Group>
        )}
        {type === 'activity' && (
          <Select
            label={t.activityType}
            data={(types.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={activityId === undefined ? null : String(activityId)}
            onChange={(value) => setActivityId(value === null ? undefined : Number(value))}
            searchable
          />
        )}
        {type === 'profile' && columns && (
          <Radio.Group label={t.columns} value={wanted} onChange={setWanted}>
            <Stack gap="xs" mt="xs">
              <Radio size="sm" value="shown" label={t.shownColumns} />
              <Radio size="sm" value="all" label={t.allColumns} />
            </Stack>
          </Radio.Group>
        )}
        {type === 'profile' && mayLink && (
          <Checkbox
            size="sm"
            label={t.lineLinks}
            description={t.lineLinksText}
            checked={withLinks}
            onChange={(event) => setWithLinks(event.currentTarget.checked)}
          />
        )}
        <FileTypes value={fileType} onChange={setFileType} />
        <Text size="sm" c="var(--ruam-text-2)">
          {t.care}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" disabled={!ready} loading={start.isPending} onClick={() => void begin()}>
            {t.start({ people })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
