import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useMayCall } from '../ui/may.ts'
import { SearchSelect } from '../ui/SearchSelect.tsx'
import type { RecordForm } from '../ui/use-record-form.ts'
import { PlaceTrial } from './PlaceTrial.tsx'
import { placeText } from './place-text.ts'
import { HostKey, ServerFields } from './ServerFields.tsx'
import { clockOf } from './term-words.ts'
import styles from './WatchForm.module.css'
import { placeIcons } from './watch.ts'
import { watchEditText } from './watch-edit-text.ts'
import { watchText } from './watch-text.ts'
import type { WatchValues } from './watch-values.ts'

const kinds = Object.keys(placeIcons) as WatchValues['kind'][]
const MINUTES = [5, 15, 30, 60, 120, 180, 360, 720]
const HOUR_MINUTES = 60
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockOf(hour * HOUR_MINUTES) }))
const days = [1, 2, 3, 4, 5, 6, 7] as const

interface PlaceFieldsProps {
  form: RecordForm<WatchValues>['form']
  /** Watch that is changed; undefined for a new one. */
  watchId: number | undefined
  /** Data source of a watch that exists: the list of choices may lack it. */
  chosen: { id: number; name: string | null } | undefined
  /** Weekdays on which no file came in the last weeks. */
  proposedDays: readonly number[]
}

/** Value of a choice, and its change. */
const pickIn =
  (form: PlaceFieldsProps['form']) => (name: 'looks' | 'everyMinutes' | 'afterHour' | 'dueHour' | 'kind') => ({
    value: form.values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.setFieldValue(name, currentTarget.value as never),
  })

/** The place, the time and the data source of a watch. */
export function PlaceFields({ form, watchId, chosen, proposedDays }: PlaceFieldsProps) {
  const t = useWords(watchEditText)
  const p = useWords(placeText)
  const w = useWords(watchText)
  const { values } = form
  const pick = pickIn(form)
  const isStored = watchId !== undefined && !form.isDirty('kind')
  return (
    <div className={styles.place}>
      <TextInput
        {...form.getInputProps('name')}
        label={t.name}
        placeholder={t.nameHint}
        required
        withAsterisk={false}
      />
      <NativeSelect
        label={t.kind}
        data={kinds.map((value) => ({ value, label: w[value] }))}
        error={form.errors.kind}
        {...pick('kind')}
      />
      <ServerFields form={form} isStored={isStored} />
      <TextInput
        {...form.getInputProps('path')}
        label={values.kind === 'line_chat' ? p.names : t.path}
        placeholder={values.kind === 'line_chat' ? '*.csv' : '/pos/daily/*.csv'}
        description={t.pathHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        spellCheck={false}
        autoComplete="off"
        className={styles.path}
      />
      <Source form={form} chosen={chosen} />
      {values.kind === 'line_chat' ? (
        <p className={styles.hint}>
          {p.chatHint} {!isStored && p.linkLater}
        </p>
      ) : (
        <Looks form={form} />
      )}
      <NativeSelect label={t.due} data={[{ value: '', label: t.noDue }, ...hours]} {...pick('dueHour')} />
      <fieldset className={styles.days}>
        <legend>{t.closed}</legend>
        {days.map((day) => (
          <Checkbox
            key={day}
            label={t[`d${day}`]}
            checked={values.closedDays.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue(
                'closedDays',
                days.filter((one) => (one === day ? checked : values.closedDays.includes(one))),
              )
            }
          />
        ))}
        <ProposedDays form={form} proposed={proposedDays} />
      </fieldset>
      {values.kind === 'sftp' && <HostKey form={form} />}
      <PlaceTrial key={values.kind} form={form} watchId={watchId} />
    </div>
  )
}

/** Takes the weekdays on which no file came. */
function ProposedDays({ form, proposed }: Pick<PlaceFieldsProps, 'form'> & { proposed: readonly number[] }) {
  const t = useWords(watchEditText)
  const { closedDays } = form.values
  const names = days.filter((day) => proposed.includes(day)).map((day) => t[`d${day}`])
  if (names.length === 0 || proposed.every((day) => closedDays.includes(day))) return null
  return (
    <Button
      variant="transparent"
      size="compact-xs"
      onClick={() =>
        form.setFieldValue(
          'closedDays',
          days.filter((day) => proposed.includes(day) || closedDays.includes(day)),
        )
      }
    >
      {t.takeDays({ days: names.join(' ') })}
    </Button>
  )
}

/** When files are looked for. */
function Looks({ form }: Pick<PlaceFieldsProps, 'form'>) {
  const t = useWords(watchEditText)
  const { values } = form
  const minutes = [...new Set([...MINUTES, Number(values.everyMinutes)])].sort((a, b) => a - b)
  const pick = pickIn(form)
  return (
    <div className={styles.pair}>
      <NativeSelect
        className={styles.half}
        label={t.looks}
        data={[
          { value: 'after', label: t.after },
          { value: 'every', label: t.every },
        ]}
        {...pick('looks')}
      />
      {values.looks === 'after' ? (
        <NativeSelect className={styles.half} aria-label={t.hour} data={hours} {...pick('afterHour')} />
      ) : (
        <NativeSelect
          className={styles.half}
          aria-label={t.howOften}
          data={minutes.map((count) => ({
            value: String(count),
            label: count % HOUR_MINUTES === 0 ? t.hours({ count: count / HOUR_MINUTES }) : t.minutes({ count }),
          }))}
          {...pick('everyMinutes')}
        />
      )}
    </div>
  )
}

/** Data sources to choose from. */
const SOURCES = 100

function Source({ form, chosen }: Pick<PlaceFieldsProps, 'form' | 'chosen'>) {
  const t = useWords(watchEditText)
  const query = { limit: SOURCES, sortBy: 'name', sortDir: 'asc' } as const
  const read = useRead(dataSources.list, { query }, { enabled: useMayCall(dataSources.list) })
  const all = new Map((read.data?.data ?? []).map(({ id, name }) => [String(id), name]))
  if (chosen && !all.has(String(chosen.id))) all.set(String(chosen.id), chosen.name ?? `#${chosen.id}`)
  return (
    <SearchSelect
      label={t.dataSource}
      placeholder={t.chooseSource}
      value={form.values.dataSourceId || null}
      error={form.errors.dataSourceId}
      data={[...all].map(([value, label]) => ({ value, label }))}
      onPick={(id) => form.setFieldValue('dataSourceId', id)}
    />
  )
}
