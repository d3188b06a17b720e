import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { TimeInput } from '../../../ui/TimeInput.tsx'
import { useClose } from '../../../ui/unsaved.ts'
import { instantAt } from '../day-range.ts'
import { daysText } from '../days-text.ts'
import { FieldDate } from '../FieldDate.tsx'
import { dateExampleOf } from '../FieldInput.tsx'
import { dayOf } from '../field-date.ts'
import { type FieldErrors, fieldErrorsOf, focusFirst } from '../field-errors.ts'
import { sentValue } from '../field-typed.ts'
import { useUndoable } from '../use-record.ts'
import { ActivityFieldInput } from './ActivityFieldInput.tsx'
import styles from './Log.module.css'
import { log } from './log-text.ts'

interface ActivityDialogProps {
  profileId: number
  /** The type that is chosen at first. */
  type?: number | undefined
  onClose: () => void
}

/** An activity written by hand: its type, when it was, and the fields of the type. */
export default function ActivityDialog({ profileId, type: first, onClose }: ActivityDialogProps) {
  const t = useWords(log)
  const d = useWords(daysText)
  const c = useWords(common)
  const { timeZone } = useStore()
  const known = useRead(activities.types, { query: { offset: 0, limit: 0, sortBy: 'name', sortDir: 'asc' } })
  const types = [...(known.data?.data ?? [])].sort((a, b) => a.name.localeCompare(b.name, 'th'))
  const [chosen, setChosen] = useState(first)
  const type = types.find(({ id }) => id === chosen) ?? types[0]
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [dateError, setDateError] = useState<string>()
  const moment = useMoment()
  const write = useWrite(profileActivities.create, { quiet: true, refreshes: [profiles.get] })
  const undoable = useUndoable(profileId)
  const dirty = Object.values(typed).some((one) => one.trim() !== '')
  const close = useClose(dirty && !write.isSuccess, onClose)
  const fields =
    type?.fields.filter(({ id, fieldType }) => id !== activityDate.id && fieldType === 'custom_activity') ?? []
  const [amounts, others] = [true, false].map((isAmount) =>
    fields.filter(({ purpose }) => (purpose === 'amount') === isAmount),
  ) as [typeof fields, typeof fields]
  const input = (field: (typeof fields)[number]) => (
    <ActivityFieldInput
      key={field.id}
      type={type!.id}
      field={{ ...field, name: field.fieldName }}
      value={typed[field.id] ?? ''}
      error={errors[field.id]}
      onChange={(written) => setTyped((now) => ({ ...now, [field.id]: written }))}
    />
  )

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!type || write.isPending) return
    const day = dayOf(moment.date)
    setDateError(day ? undefined : d.dateUnread)
    if (!day) return
    const activityAt = new Date(instantAt(day, moment.time || '00:00', timeZone)).toISOString()
    const sent = fields.flatMap(({ id, dataType }) => {
      const value = sentValue({ dataType }, typed[id] ?? '')
      return value === null ? [] : [{ id, value }]
    })
    try {
      const made = await write.mutateAsync({
        params: { id: profileId },
        body: { activityTypeId: type.id, ...(moment.touched && { activityAt }), fields: sent },
      })
      undoable(made, t.activitySaved, t.activityUndone)
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      const found = fieldErrorsOf(error)
      setErrors(found)
      focusFirst(found)
    }
  }
  const elsewhere = write.error?.name === 'values_invalid' ? undefined : write.error?.message
  return (
    <Dialog opened onClose={close} title={t.activityTitle} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={save}>
        <Stack gap={20} mt="sm" className="ruam-steady">
          {known.data && types.length === 0 ? (
            <Text c="var(--ruam-text-2)">{t.noTypes}</Text>
          ) : (
            <NativeSelect
              label={t.type}
              value={String(type?.id ?? '')}
              data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
              data-autofocus
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            />
          )}
          {/* A sale is its amount: the rest is already right, or can be left out. */}
          {amounts.map(input)}
          <ActivityMoment moment={moment} error={dateError} />
          {others.map(input)}
          <FormFoot message={known.error?.message ?? elsewhere} busy={write.isPending}>
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={write.isPending} disabled={!type}>
              {t.activitySave}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

/** When an activity was. */
function ActivityMoment({ moment, error }: { moment: Moment; error: string | undefined }) {
  const t = useWords(log)
  const { era } = useFormat()
  return (
    <div className={styles.moment}>
      <FieldDate
        label={t.date}
        value={moment.date}
        placeholder={dateExampleOf(era)}
        error={error}
        onChange={(date) => moment.change({ date })}
      />
      <TimeInput label={t.time} value={moment.time} onChange={(time) => moment.change({ time })} />
    </div>
  )
}

/** Typed date and time in the time zone of the store; now, until they are changed. */
function useMoment() {
  const { isoDate, isoTime } = useFormat()
  const [moment, setMoment] = useState(() => {
    const now = new Date().toISOString()
    return { date: isoDate(now), time: isoTime(now).slice(0, 5), touched: false }
  })
  return {
    ...moment,
    change: (part: { date?: string; time?: string }) => setMoment((now) => ({ ...now, ...part, touched: true })),
  }
}

type Moment = ReturnType<typeof useMoment>
