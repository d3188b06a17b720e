import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { NOTE_MAX_LENGTH, profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { bufferKeys } from '../../../ui/buffer-keys.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { useClose } from '../../../ui/unsaved.ts'
import { FieldDate } from '../FieldDate.tsx'
import { dayOf } from '../field-date.ts'
import { useUndoable } from '../use-record.ts'
import { log } from './log-text.ts'

/** At once, and not a moment after the dialog is drawn; at the end of what is typed already. */
function focusEnd(field: HTMLTextAreaElement | null) {
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(field.value.length, field.value.length)
}

interface ActivityNoteDialogProps {
  profileId: number
  /** Text typed before the dialog was loaded. */
  typed: string
  onClose: () => void
}

/** A few words about a customer. Ctrl and Enter save. */
export default function ActivityNoteDialog({ profileId, typed, onClose }: ActivityNoteDialogProps) {
  const t = useWords(log)
  const c = useWords(common)
  const [note, setNote] = useState(typed)
  const [empty, setEmpty] = useState(false)
  const [pinned, setPinned] = useState(false)
  const [day, setDay] = useState('')
  const [asked, setAsked] = useState(false)
  const followOn = day.trim() === '' ? undefined : dayOf(day)
  const wrongDay = day.trim() !== '' && !followOn
  const write = useWrite(profileActivities.note, { quiet: true, refreshes: [profiles.get] })
  const undoable = useUndoable(profileId)
  const close = useClose(note.trim() !== '' && !write.isSuccess, onClose)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (write.isPending) return
    setAsked(true)
    if (!note.trim()) return setEmpty(true)
    if (wrongDay) return
    const sent = { params: { id: profileId }, body: { text: note, pinned, ...(followOn && { followOn }) } }
    const saved = write.mutateAsync(sent).then((made) => {
      undoable(made, t.noteSaved, t.noteUndone)
      // Keys that follow are meant for the page.
      flushSync(onClose)
    })
    void bufferKeys(saved)
  }
  return (
    <Dialog opened onClose={close} title={t.noteTitle} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={save}>
        <Stack gap={20} mt="sm" className="ruam-steady">
          <Textarea
            label={t.noteLabel}
            placeholder={t.notePlaceholder}
            value={note}
            minRows={4}
            maxRows={12}
            maxLength={NOTE_MAX_LENGTH}
            error={empty && !note.trim() ? c.required : undefined}
            ref={focusEnd}
            data-autofocus
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event)
            }}
          />
          <FieldDate
            label={t.followOn}
            description={t.followHint}
            value={day}
            onChange={setDay}
            error={asked && wrongDay ? t.followWrong : undefined}
          />
          <Checkbox label={t.pinNote} checked={pinned} onChange={(event) => setPinned(event.currentTarget.checked)} />
          <FormFoot message={write.error?.message} busy={write.isPending}>
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={write.isPending}>
              {t.noteSave}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
