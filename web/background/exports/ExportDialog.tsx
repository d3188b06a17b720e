import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
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
import { FormFoot } from '../../ui/FormFoot.tsx'
import { useMayCall } from '../../ui/may.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { awaitExport } from './awaited.ts'
import { dialogText } from './dialog-text.ts'
import { ExportColumns } from './ExportColumns.tsx'
import styles from './ExportDialog.module.css'
import { ExportPreview, usePreview } from './ExportPreview.tsx'
import { type ExportPurpose, ExportPurposes } from './ExportPurposes.tsx'
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
  /** Order of the person's list. */
  order?: Body['order']
  /** Name of the open view, which the file gets. */
  view?: string | undefined
  onClose: () => void
}

/** Asks what a file is for, shows its first rows, and says how many people it is about before it begins. */
export function ExportDialog({ target: first, people, columns, order, view, onClose }: ExportDialogProps) {
  const t = useWords(exportText)
  const d = useWords(dialogText)
  const c = useWords(common)
  const { id: storeId } = useStore()
  // Keeps the selection from when the dialog opened, even if the list changes.
  const [target] = useState(first)
  const [fileType, setFileType] = useState<FileType>('xlsx')
  const [fileName, setFileName] = useState(view ?? '')
  const [wanted, setWanted] = useState<ExportPurpose>(columns ? 'screen' : 'excel')
  const [chosen, setChosen] = useState<Partial<Record<ExportPurpose, string[]>>>({})
  const [adjusting, setAdjusting] = useState(false)
  const [withEmpty, setWithEmpty] = useState(false)
  const [sensitive, setSensitive] = useState(false)
  const [reason, setReason] = useState('')
  const [activityId, setActivityId] = useState<number>()
  const mayTypes = useMayCall(activities.types)
  const types = useRead(activities.types, { query: { limit: '0' } }, { enabled: mayTypes })
  const mayLink = useMayCall(lineLink.create)
  const [withLinks, setWithLinks] = useState(false)
  const start = useWrite(exports.create, { quiet: true })
  const adjusted = chosen[wanted]
  const ids = adjusted ?? (wanted === 'screen' ? columns : undefined)
  const own = { ...(ids && { columns: ids }), ...(wanted === 'screen' && order && { order }) }
  const preview = usePreview(
    wanted === 'activity' ? undefined : { ...target, ...own, purpose: wanted, withEmpty, sensitive },
  )
  const ready = wanted === 'activity' ? activityId !== undefined : !sensitive || reason.trim() !== ''
  const choose = (next: ExportPurpose) => {
    setWanted(next)
    setAdjusting(false)
    setWithEmpty(false)
    setSensitive(false)
  }
  const reset = () => setChosen({ ...chosen, [wanted]: undefined })
  // The person's choice before the server has answered it.
  const columnsOf = (these: readonly string[]) =>
    these.flatMap((id) => preview.data?.choices.find((one) => one.id === id) ?? [])
  const begin = async () => {
    const about =
      wanted === 'activity'
        ? ({ type: 'activity', activityId: activityId! } as const)
        : ({
            type: 'profile',
            purpose: wanted,
            ...own,
            ...(withEmpty && { withEmpty }),
            ...(sensitive && { sensitiveReason: reason }),
            ...(withLinks && { lineLink: true }),
          } as const)
    const begun = await start
      .mutateAsync({ body: { ...target, ...about, fileType, ...(fileName.trim() && { fileName }) } })
      .catch(() => undefined)
    if (!begun) return
    awaitExport(storeId, begun.exportId)
    alerts.success(t.begun)
    onClose()
  }
  const sensitiveFields = preview.data?.sensitiveFields ?? []
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.ask}
      size={wanted === 'activity' ? 480 : 980}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="lg" mt="sm">
        <Text fw={500}>{t.count({ count: people === '1' ? 1 : people })}</Text>
        <div className={wanted === 'activity' ? undefined : styles.parts}>
          <div className={styles.part}>
            <ExportPurposes
              value={wanted}
              screen={columns !== undefined}
              activities={mayTypes && (types.data?.total ?? 0) > 0}
              onChange={choose}
            />
            {wanted === 'activity' && (
              <SearchSelect
                label={t.activityType}
                data={(types.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={activityId === undefined ? null : String(activityId)}
                onPick={(value) => setActivityId(Number(value))}
              />
            )}
            <FileTypes value={fileType} onChange={setFileType} />
            <TextInput
              size="sm"
              label={d.fileName}
              description={d.fileNameAbout}
              maxLength={100}
              value={fileName}
              onChange={(event) => setFileName(event.currentTarget.value)}
            />
            {wanted !== 'activity' && mayLink && (
              <Checkbox
                size="sm"
                label={t.lineLinks}
                description={t.lineLinksText}
                checked={withLinks}
                onChange={(event) => setWithLinks(event.currentTarget.checked)}
              />
            )}
          </div>
          {wanted !== 'activity' && (
            <div className={styles.part}>
              <div className={styles.head}>
                <h3>{adjusting ? d.columns : d.preview}</h3>
                {preview.data && <span>{d.inFile({ count: preview.data.columns.length })}</span>}
                {adjusted && (
                  <Button size="compact-sm" variant="subtle" onClick={reset}>
                    {d.reset}
                  </Button>
                )}
                {preview.data && (
                  <Button size="compact-sm" variant="subtle" onClick={() => setAdjusting(!adjusting)}>
                    {adjusting ? d.adjusted : d.adjust}
                  </Button>
                )}
              </div>
              {adjusting && preview.data ? (
                <ExportColumns
                  columns={preview.isPlaceholderData && adjusted ? columnsOf(adjusted) : preview.data.columns}
                  choices={preview.data.choices}
                  fixed={wanted === 'back' ? 'id' : undefined}
                  onChange={(ids) => setChosen({ ...chosen, [wanted]: ids })}
                />
              ) : (
                <ExportPreview
                  preview={preview}
                  purpose={wanted}
                  chosen={adjusted !== undefined}
                  withEmpty={withEmpty}
                  onWithEmpty={setWithEmpty}
                />
              )}
              {sensitiveFields.length > 0 && (
                <div className={styles.sensitive}>
                  <Checkbox
                    size="sm"
                    label={d.sensitive}
                    description={sensitiveFields.join(', ')}
                    checked={sensitive}
                    onChange={(event) => setSensitive(event.currentTarget.checked)}
                  />
                  {sensitive && (
                    <Textarea
                      label={d.reason}
                      description={d.reasonAbout}
                      required
                      maxLength={300}
                      autosize
                      value={reason}
                      onChange={(event) => setReason(event.currentTarget.value)}
                    />
                  )}
                </div>
              )}
            </div>
          )}
        </div>
        <Text size="sm" c="var(--ruam-text-2)">
          {t.care}
        </Text>
        <FormFoot message={start.error ? refusalOf(start.error, t) : undefined} busy={start.isPending}>
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" disabled={!ready} loading={start.isPending} onClick={() => void begin()}>
            {t.start({ people })}
          </Button>
        </FormFoot>
      </Stack>
    </Dialog>
  )
}
