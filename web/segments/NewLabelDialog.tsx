import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ErrorName } from '@ruam/contract/errors.ts'
import { isName } from '@ruam/contract/names.ts'
import { labelColors, segments } from '@ruam/contract/segments.ts'
import type { CSSProperties } from 'react'
import { useWrite } from '../core/api.ts'
import { CheckedInput } from '../core/CheckedInput.tsx'
import { Dialog } from '../core/Dialog.tsx'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import { labelColor } from '../core/label-color.ts'
import { isApiError } from '../core/request.ts'
import { useWords, wordsNow } from '../core/text.ts'
import { common } from '../core/words.ts'
import styles from './NewLabelDialog.module.css'
import { labelText } from './text.ts'
import { useLabelNameCheck } from './use-label-name-check.ts'

interface NewLabelDialogProps {
  /** What was typed already. */
  name?: string
  onCreated: (labelId: number) => void
  onClose: () => void
}

const ofName: readonly ErrorName[] = ['label_name_taken', 'label_name_invalid', 'label_name_reserved']

const checkName = (value: string) => checks.name(value) ?? (value.includes(',') ? wordsNow(labelText).noComma : null)

/** Makes a label: a name and a colour. */
export function NewLabelDialog({ name: typed = '', onCreated, onClose }: NewLabelDialogProps) {
  const t = useWords(labelText)
  const c = useWords(common)
  const create = useWrite(segments.create, { quiet: true })
  const form = useForm<{ name: string; color: (typeof labelColors)[number] }>({
    mode: 'controlled',
    initialValues: { name: typed, color: 'teal' },
    validate: { name: checkName },
  })
  const { name, color } = form.values
  const check = useLabelNameCheck(name, isName(name) && !name.includes(','))
  const save = async (body: typeof form.values) => {
    try {
      onCreated((await create.mutateAsync({ body: { ...body, type: 'general' } })).id)
    } catch (error) {
      if (isApiError(error, ...ofName)) form.setFieldError('name', error.message)
    }
  }
  const elsewhere = create.error && !isApiError(create.error, ...ofName)
  return (
    <Dialog opened onClose={onClose} title={t.create} transitionProps={{ duration: 0 }}>
      <form
        noValidate
        onSubmit={(event) => {
          // The picker may stand in a form: React would send that one as well.
          event.stopPropagation()
          submit(form, save, { name: check })(event)
        }}
      >
        <Stack gap="lg">
          <FormNote message={elsewhere ? create.error.message : undefined} />
          <CheckedInput {...form.getInputProps('name')} check={check} label={t.name} required data-autofocus />
          <fieldset className={styles.colors}>
            <legend>{t.color}</legend>
            {labelColors.map((one) => (
              <label key={one} title={t[one]} style={{ '--dot': labelColor(one) } as CSSProperties}>
                <input
                  type="radio"
                  name="color"
                  aria-label={t[one]}
                  checked={one === color}
                  onChange={() => form.setFieldValue('color', one)}
                />
                <span />
              </label>
            ))}
          </fieldset>
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
