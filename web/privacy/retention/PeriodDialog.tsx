import { Button, NumberInput, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { privacyRetention } from '@ruam/contract/privacy/retention.ts'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { submit } from '../../ui/form.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { useMayCall } from '../../ui/may.ts'
import styles from '../Parts.module.css'
import { retentionText } from './text.ts'

type Rule = Got<typeof privacyRetention.get>['rules'][number]

/** Milliseconds without a key before the preview is counted. */
const TYPING_MS = 400

/** Sets the period of a kind of data, with what it would hide today. */
export default function PeriodDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useWords(retentionText)
  const c = useWords(common)
  const { kind, months, least, most } = rule
  const save = useWrite(privacyRetention.save, { quiet: true })
  const isValid = (value: number | string) => Number(value) >= least && Number(value) <= most
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      ends: months === null ? 'never' : 'months',
      months: (months ?? Math.max(least, 24)) as number | string,
    },
    validate: {
      months: (value, { ends }) => (ends === 'never' || isValid(value) ? null : t.monthsWrong({ least, most })),
    },
  })
  const send = (values: typeof form.values) =>
    save.mutate(
      { body: { kind, months: values.ends === 'never' ? null : Number(values.months) } },
      {
        onSuccess: () => {
          alerts.success(c.saved)
          onClose()
        },
      },
    )
  const { ends, months: typed } = form.values
  return (
    <Dialog opened onClose={onClose} title={t.dialogTitle({ name: t[kind] })} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, send)}>
        <Stack gap="md" mt="sm">
          <Radio.Group {...form.getInputProps('ends')} aria-label={t.choice}>
            <Stack gap="xs">
              <Radio value="never" label={t.keep} />
              <Radio value="months" label={t.limit} />
            </Stack>
          </Radio.Group>
          {ends === 'months' && (
            <>
              <NumberInput
                {...form.getInputProps('months')}
                label={t.monthsField}
                description={t.monthsHint({ least, most })}
                allowDecimal={false}
                allowNegative={false}
                required
              />
              {isValid(typed) && <Preview kind={kind} months={Number(typed)} />}
            </>
          )}
          <FormFoot message={save.error?.message} busy={save.isPending}>
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={save.isPending}>
              {c.save}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Counts of a period with its oldest examples. */
function Preview({ kind, months }: Pick<Rule, 'kind'> & { months: number }) {
  const t = useWords(retentionText)
  const { date } = useFormat()
  const may = useMayCall(privacyRetention.preview)
  const [counted] = useDebouncedValue(months, TYPING_MS)
  const read = useRead(privacyRetention.preview, { query: { kind, months: counted } }, { enabled: may })
  const found = read.data
  if (!may) return null
  if (read.error) return <FormNote message={read.error.message} place="foot" />
  const goes = found && (found.rows === 0 ? t.none : t.goes({ count: found.rows, date: date(found.before) }))
  return (
    <div className={styles.preview} aria-live="polite" aria-busy={read.isFetching}>
      <p>
        <Loaded of={goes} width="20em" />
      </p>
      {found && found.waiting > 0 && <p>{t.waits({ count: found.waiting })}</p>}
      {found && found.examples.length > 0 && (
        <>
          <h3>{t.oldest}</h3>
          <ul>
            {found.examples.map(({ profileId, name, type, at }) => (
              <li key={`${profileId} ${at} ${type}`}>
                {date(at)} · {name} · {type}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
