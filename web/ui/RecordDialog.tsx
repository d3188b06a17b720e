import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NameCheck } from '../data/name-check.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { Dialog } from './Dialog.tsx'
import { FormFoot } from './FormFoot.tsx'
import { submit } from './form.ts'
import { StaleNote } from './StaleNote.tsx'
import type { RecordForm } from './use-record-form.ts'

/** Pixels. */
const WIDE = 720

interface RecordDialogProps<V extends Record<string, unknown>> {
  title: string
  /** As of Dialog. */
  side?: boolean | undefined
  /** For content that needs more than a column. */
  wide?: boolean
  record: RecordForm<V>
  /** Label of the create button. */
  create?: string
  /** The fields whose names are checked while they are typed. */
  names?: Partial<Record<keyof V & string, NameCheck>>
  /** Name and format of values that others may change concurrently. */
  shown?: { [K in keyof V & string]?: { label: string; of?: (values: V) => string } }
  children: ReactNode
}

/** The dialog of one record: its fields between what was refused or merged, and the buttons. */
export function RecordDialog<V extends Record<string, unknown>>(props: RecordDialogProps<V>) {
  const { title, side, wide, record, create, names, shown, children } = props
  const { form, base, refusal, stale, conflicts, takeTheirs, save, saving, close } = record
  const c = useWords(common)
  const newer = conflicts.map((path) => ({
    label: shown?.[path]?.label ?? '',
    value: shown?.[path]?.of?.(base) ?? String(base[path] ?? ''),
    onTake: () => takeTheirs(path),
  }))
  return (
    <Dialog
      opened
      side={side}
      onClose={close}
      title={title}
      transitionProps={{ duration: 0 }}
      {...(wide && { size: WIDE })}
    >
      <form
        className="ruam-steady"
        noValidate
        onSubmit={(event) => {
          // The dialog may stand in another form: React would send that one as well.
          event.stopPropagation()
          submit(form, save, names)(event)
        }}
      >
        <Stack gap={20} mt="sm">
          <StaleNote stale={stale} conflicts={newer} />
          {children}
          <FormFoot message={refusal} busy={saving}>
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={saving}>
              {(record.isNew && create) || c.save}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
