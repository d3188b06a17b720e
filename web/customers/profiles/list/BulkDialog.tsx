import { Button, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { useState } from 'react'
import { watchJob } from '../../../background/jobs/watch-job.ts'
import { type Got, useRead, useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { LabelPicker } from '../../labels/LabelPicker.tsx'
import { fieldErrorsOf } from '../field-errors.ts'
import { useCalled } from '../use-called.ts'
import { fieldValueText } from '../values.ts'
import styles from './BulkDialog.module.css'
import { BulkField } from './BulkField.tsx'
import type { BulkAction, BulkKind, BulkTarget } from './bulk-action.ts'
import { bulkText } from './bulk-text.ts'

const TYPING_MS = 350

interface BulkDialogProps {
  kind: BulkKind
  target: BulkTarget
  onClose: () => void
  onStarted: () => void
}

/** One change to many customers: what, how many it changes, the first ten, and its start in the background. */
export function BulkDialog({ kind, target: first, onClose, onStarted }: BulkDialogProps) {
  const t = useWords(bulkText)
  const c = useWords(common)
  // Keeps the selection at opening, whatever the list does.
  const [target] = useState(first)
  const [action, setAction] = useState<BulkAction | undefined>(kind === 'delete' ? { type: kind } : undefined)
  const [asked] = useDebouncedValue(action, TYPING_MS)
  const preview = useRead(
    profileBulk.preview,
    { body: { target, action: asked ?? { type: 'delete' } } },
    { enabled: asked !== undefined, staleTime: 0 },
  )
  const start = useWrite(profileBulk.start, { quiet: true })
  const current = asked === action && !preview.isPlaceholderData && !preview.error ? preview.data : undefined
  const failure = start.error ?? (action && preview.error)
  const errors = fieldErrorsOf(failure)
  const refused = Object.keys(errors).length > 0
  const danger = kind === 'delete'
  const begin = async () => {
    if (!action) return
    const started = await start.mutateAsync({ body: { target, action } }).catch(() => undefined)
    if (!started) return
    watchJob(started.jobId)
    onStarted()
  }
  const chosenLabels = action && 'labelIds' in action ? action.labelIds : []
  const count = current?.changes ?? 0
  const starts = {
    add_labels: t.startLabels,
    remove_labels: t.startRemove,
    set_field: action?.type === 'set_field' && action.value === null ? t.startClear : t.startField,
    delete: t.startDelete,
  }
  return (
    <Dialog opened onClose={onClose} title={t[kind]} size={480} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        {(kind === 'add_labels' || kind === 'remove_labels') && (
          <LabelPicker
            label={t.labels}
            visible
            value={chosenLabels}
            onlyKnown={kind === 'remove_labels'}
            onChange={(labelIds) => setAction(labelIds.length > 0 ? { type: kind, labelIds } : undefined)}
          />
        )}
        {kind === 'set_field' && <BulkField onChange={setAction} errors={errors} />}
        {danger && <Text c="var(--ruam-text-2)">{t.deleteText}</Text>}
        {action && !failure && <BulkPreview preview={current} />}
        {!danger && count > 0 && (
          <Text size="sm" c="var(--ruam-text-3)">
            {t.undoable}
          </Text>
        )}
        <FormFoot message={failure && !refused ? failure.message : undefined} busy={start.isPending}>
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button
            size="md"
            variant="filled"
            color={danger ? 'var(--ruam-danger-fill)' : undefined}
            disabled={count === 0}
            loading={start.isPending}
            onClick={() => void begin()}
          >
            {count > 0 ? starts[kind]({ count }) : kind === 'set_field' ? t.setField : t[kind]}
          </Button>
        </FormFoot>
      </Stack>
    </Dialog>
  )
}

interface BulkPreviewProps {
  /** Undefined while it is counted. */
  preview: Got<typeof profileBulk.preview> | undefined
}

/** Number of changes, and the first changed profiles. */
function BulkPreview({ preview }: BulkPreviewProps) {
  const t = useWords(bulkText)
  const called = useCalled()
  const format = useFormat()
  return (
    <div className={styles.preview} role="status" aria-busy={!preview}>
      <p className={styles.count}>
        {!preview ? (
          t.counting
        ) : preview.changes === 0 ? (
          t.nothing
        ) : (
          <>
            <strong>{t.changes({ changes: preview.changes })}</strong> {t.of({ total: preview.total })}
          </>
        )}
      </p>
      {preview && preview.changes > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className={styles.sample} aria-label={t.first({ count: preview.sample.length })} tabIndex={0}>
          {preview.changes > preview.sample.length && (
            <li className={styles.first} aria-hidden>
              {t.first({ count: preview.sample.length })}
            </li>
          )}
          {preview.sample.map((profile) => (
            <li key={profile.id}>
              <span>{called(profile)}</span>
              <span>{format.formatPhone(fieldValueText(profile, 'phone')) || fieldValueText(profile, 'email')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
