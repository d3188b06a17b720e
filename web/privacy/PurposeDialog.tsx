import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { privacy } from '@ruam/contract/privacy.ts'
import { useState } from 'react'
import { alerts } from '../core/alerts.ts'
import { useRead, useWrite } from '../core/api.ts'
import { Dialog } from '../core/Dialog.tsx'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import { isApiError } from '../core/request.ts'
import { StaleNote } from '../core/StaleNote.tsx'
import { useWords } from '../core/text.ts'
import { useClose } from '../core/unsaved.ts'
import { useFormat } from '../core/use-format.ts'
import { useVersion } from '../core/use-version.ts'
import { common } from '../core/words.ts'
import styles from './Privacy.module.css'
import type { Consent } from './said.ts'
import { text } from './text.ts'

type Purpose = Consent['purpose']
type Values = { name: string; description: string }

const valuesOf = ({ name, description }: Values): Values => ({ name, description })

/** Makes a purpose that customers are asked about, or changes one. */
export default function PurposeDialog({ purpose, onClose }: { purpose?: Purpose | undefined; onClose: () => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const create = useWrite(privacy.createPurpose, { quiet: true })
  const update = useWrite(privacy.updatePurpose, { quiet: true })
  const [start] = useState(purpose ? valuesOf(purpose) : { name: '', description: '' })
  const version = useVersion<Values>(start, purpose?.updatedAt ?? null)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm({
    mode: 'controlled',
    initialValues: start,
    validate: { name: checks.name, description: checks.description },
  })
  const close = useClose(form.isDirty(), onClose)

  const show = (error: unknown, values: Values) => {
    if (!isApiError(error)) throw error
    if (error.name === 'name_taken') return form.setFieldError('name', error.message)
    if (error.name !== 'stale_edit') return setRefusal(error.message)
    // An error's details come as they travel.
    const current = error.details.current as Values & { updated_at: string }
    form.setValues(version.meet(values, valuesOf(current), current.updated_at))
  }
  const save = async (values: Values) => {
    setRefusal(undefined)
    try {
      if (purpose) {
        const body = { ...values, originTime: version.originTime }
        await update.mutateAsync({ params: { id: purpose.id }, body })
      } else await create.mutateAsync({ body: values })
      alerts.success(c.saved)
      onClose()
    } catch (error) {
      show(error, values)
    }
  }
  const conflicts = version.conflicts.map(({ key, theirs }) => ({
    label: t[key],
    value: theirs,
    onTake() {
      form.setFieldValue(key, theirs)
      version.settle(key)
    },
  }))
  return (
    <Dialog opened onClose={close} title={purpose ? t.editPurpose : t.newPurpose} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap="lg" mt="sm">
          <FormNote message={refusal} />
          <StaleNote stale={version.stale} conflicts={conflicts} />
          <TextInput
            {...form.getInputProps('name')}
            label={t.name}
            placeholder={t.namePlaceholder}
            required
            data-autofocus
          />
          <Textarea
            {...form.getInputProps('description')}
            label={t.description}
            placeholder={t.descriptionPlaceholder}
            minRows={2}
            maxRows={8}
          />
          {purpose && <Answered id={purpose.id} />}
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending || update.isPending}>
              {purpose ? c.save : t.newPurpose}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** How many have answered: what they said yes to should stay what it was. */
function Answered({ id }: { id: number }) {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const read = useRead(privacy.purposes, { query: { offset: 0, limit: 0 } })
  const known = read.data?.data.find((one) => one.id === id)
  const told = ({ total, capped }: { total: number; capped: boolean }) => `${formatNumber(total)}${capped ? '+' : ''}`
  return (
    <p className={styles.answered}>
      {t.meaning}
      <br />
      {known ? t.answered({ granted: told(known.granted), withdrawn: told(known.withdrawn) }) : '\u00a0'}
    </p>
  )
}
