import { Button, Textarea } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { CheckedInput } from '../../../ui/CheckedInput.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { importing } from '../import-text.ts'
import { text } from '../text.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { FilePart } from './FilePart.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import styles from './NewImport.module.css'
import { type NewImportProps, useNewImport } from './use-new-import.ts'

const FORM = 'new-import'

/** The first step: a file, and a name for what comes of it. */
export function NewImport(props: NewImportProps) {
  const t = useWords(importing)
  const s = useWords(text)
  const c = useWords(common)
  const { upload, name, description, ...form } = useNewImport(props)
  return (
    <WizardFrame
      stage="import"
      refusal={form.formRefusal}
      busy={form.busy}
      actions={
        <Button type="submit" form={FORM} variant="filled" loading={form.busy}>
          {c.next}
        </Button>
      }
    >
      <form
        id={FORM}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.next()
        }}
      >
        <section className={styles.part}>
          <FilePart upload={upload} onFile={form.take} />
          <FileRefusal refusal={form.fileRefused ?? undefined} />
          <FormNote message={form.fileNote} />
        </section>
        <section className={`${styles.part} ruam-steady`}>
          <CheckedInput
            ref={form.nameInput}
            check={form.check}
            label={s.name}
            required
            placeholder={t.nameHint}
            value={name}
            onChange={(event) => form.setName(event.currentTarget.value)}
            error={form.nameError}
          />
          <Textarea
            label={`${s.description} (${s.optional})`}
            value={description}
            error={form.descriptionError}
            onChange={(event) => form.setDescription(event.currentTarget.value)}
          />
        </section>
      </form>
    </WizardFrame>
  )
}
