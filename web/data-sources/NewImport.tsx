import { Button, Loader, Textarea, TextInput } from '@mantine/core'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { useRef, useState } from 'react'
import { useWrite } from '../core/api.ts'
import { FormNote } from '../core/FormNote.tsx'
import { formatBytes } from '../core/format.ts'
import { isApiError } from '../core/request.ts'
import { useWords } from '../core/text.ts'
import { useUnsaved } from '../core/unsaved.ts'
import { common } from '../core/words.ts'
import { FileDrop } from './FileDrop.tsx'
import { FileSample } from './FileSample.tsx'
import styles from './NewImport.module.css'
import { text } from './text.ts'
import { useNameCheck } from './use-name-check.ts'
import { useUpload } from './use-upload.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { WorkProgress } from './WorkProgress.tsx'
import { wizard } from './wizard-text.ts'

const NAME_MAX = 100
const DESCRIPTION_MAX = 500
const FORM = 'new-import'

/** A name to begin with: the file's, without its ending. */
const nameFromFile = (file: File) => file.name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, NAME_MAX)

/** The first step: a file, and a name for what comes of it. */
export function NewImport({ onCreated }: { onCreated: (id: number) => void }) {
  const t = useWords(wizard)
  const s = useWords(text)
  const c = useWords(common)
  const { state, take, read, cancel } = useUpload()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [asked, setAsked] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const check = useNameCheck(name)
  const create = useWrite(dataSources.create, { quiet: true })
  useUnsaved((state.step !== 'empty' || name !== '') && !create.isPending && !create.isSuccess)

  const takenNow = isApiError(create.error, 'name_taken') && create.variables?.body.name === name.trim()
  const nameError = {
    empty: asked ? c.required : null,
    invalid: t.nameNotValid,
    taken: t.nameNotValid,
    checking: null,
    free: takenNow ? t.nameNotValid : null,
  }[check]
  const onFile = (file: File) => {
    if (name === '') setName(nameFromFile(file))
    void take(file)
  }
  const next = async () => {
    setAsked(true)
    if (check === 'empty' || check === 'invalid' || check === 'taken') return nameInput.current?.focus()
    if (state.step !== 'ready') return
    const { fileId, fileType, settings } = state.head
    const body = { name: name.trim(), description, fileId, fileType, settings: { delimiter: settings.delimiter } }
    const answer = await create.mutateAsync({ body }).catch(() => undefined)
    if (answer) onCreated(answer.datasourceId)
    else nameInput.current?.focus()
  }
  const refused = create.error && !takenNow && !create.isPending
  return (
    <WizardFrame
      stage="import"
      actions={
        <Button type="submit" form={FORM} variant="filled" loading={create.isPending}>
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
          void next()
        }}
      >
        <section className={styles.part}>
          {state.step === 'empty' && <FileDrop refusal={state.refusal} onFile={onFile} />}
          {state.step === 'uploading' && (
            <div className={styles.upload}>
              <WorkProgress
                title={t.uploading({ name: state.name })}
                share={state.share}
                detail={t.uploadedOf({
                  done: formatBytes(state.share * state.size),
                  total: formatBytes(state.size),
                })}
                action={<Button onClick={cancel}>{t.cancelUpload}</Button>}
              />
            </div>
          )}
          {(state.step === 'reading' || state.step === 'refused' || state.step === 'ready') && (
            <FileSample state={state} onFile={onFile} onDelimiter={(delimiter) => void read(state.file, delimiter)} />
          )}
          {state.step === 'empty' && <FormNote message={asked && !state.refusal ? t.fileNeeded : undefined} />}
        </section>
        <section className={styles.part}>
          <FormNote message={refused ? `${t.createFailed}: ${create.error.message}` : undefined} />
          <TextInput
            ref={nameInput}
            label={s.name}
            required
            placeholder={t.nameHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={nameError}
            rightSection={check === 'checking' && <Loader size={16} aria-hidden />}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={
              check === 'checking' ? t.checkingName : check === 'free' && !nameError ? t.nameFree : undefined
            }
          />
          <Textarea
            label={`${s.description} (${s.optional})`}
            maxLength={DESCRIPTION_MAX}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </section>
      </form>
    </WizardFrame>
  )
}
