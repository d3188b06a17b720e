import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, useWrite } from '../../../data/api.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { checks } from '../../../ui/form.ts'
import { nameWords } from '../../../ui/name-words.ts'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { importing } from '../import-text.ts'
import { importOk } from '../stages.ts'
import { fieldOfRefusal } from './create-refusal.ts'
import { importDraft, usePersistDraft } from './import-draft.ts'
import { useSourceName } from './use-source-name.ts'
import { type FileHead, fileBody, needsHeaderChoice, sureHead, useUpload } from './use-upload.ts'

export interface NewImportProps {
  /** Begins with a sample file, for staff without a file at hand. */
  sample: boolean
  onCreated: (id: number) => void
}

/** State of the first step: file, name, description, and the creation of the data source. */
export function useNewImport({ sample, onCreated }: NewImportProps) {
  const t = useWords(importing)
  const c = useWords(common)
  const names = useWords(nameWords)
  const { id: storeId } = useStore()
  const [draft] = useState(() => importDraft(storeId).get())
  const upload = useUpload(draft)
  const { state } = upload
  const head = sureHead(state)
  useEarlyLoad(head)
  const {
    name,
    typed,
    state: nameState,
    check,
    setName,
    propose,
  } = useSourceName(draft && { name: draft.name, typed: draft.typed, fileName: draft.file.fileName })
  const [description, setDescription] = useState(draft?.description ?? '')
  /** 'waiting': Next was pressed while the name was being checked, or the file was being uploaded or read. */
  const [asked, setAsked] = useState<'no' | 'waiting' | 'yes'>('no')
  const nameInput = useRef<HTMLInputElement>(null)
  const create = useWrite(dataSources.create, { quiet: true })
  const kept = state.step === 'reading' || state.step === 'ready' ? state : undefined
  usePersistDraft(storeId, kept && { file: kept.file, asked: kept.asked, name, typed, description })
  useUnsaved((state.step !== 'empty' || name !== '') && !create.isPending && !create.isSuccess)

  const refused = create.isPending ? null : create.error
  const place = refused && fieldOfRefusal(refused)
  // A refusal is of the name, and of the file, that were sent.
  const takenNow = place === 'name' && create.variables?.body.name === name.trim()
  const fileRefused = place === 'file' && create.variables?.body.fileId === head?.fileId ? refused : undefined
  const nameError = {
    empty: asked === 'no' ? null : c.required,
    invalid: names.nameNotValid,
    taken: names.nameNotValid,
    failed: names.nameNotValid,
    checking: null,
    free: takenNow ? names.nameNotValid : null,
  }[nameState]
  const noFile = state.step === 'empty' ? t.fileNeeded : undefined
  const fileNote = state.step === 'ready' && needsHeaderChoice(state) ? t.headerNeeded : noFile

  const descriptionError = checks.description(description)

  const make = async () => {
    setAsked('yes')
    if (nameState !== 'free') return nameInput.current?.focus()
    if (!head || !importOk(nameState, head.fileId) || descriptionError) return
    const answer = await create
      .mutateAsync({ body: { ...fileBody(head), name: name.trim(), description } })
      .catch(() => {
        nameInput.current?.focus()
      })
    if (answer) onCreated(answer.datasourceId)
  }
  const next = () => {
    if (nameState === 'failed') void check.recheck()
    setAsked('waiting')
  }
  const goOn = useEffectEvent(make)
  const isUnderWay = state.step === 'uploading' || state.step === 'reading'
  useEffect(() => {
    if (asked === 'waiting' && nameState !== 'checking' && !isUnderWay) void goOn()
  }, [asked, nameState, isUnderWay])

  const take = (file: File) => {
    propose(file.name)
    void upload.take(file)
  }
  const takeSample = useEffectEvent(async () => take((await import('./sample-file.ts')).sampleFile()))
  useEffect(() => {
    if (sample && !draft) void takeSample()
  }, [sample, draft])

  return {
    upload,
    take,
    name,
    setName,
    check,
    nameInput,
    nameError,
    description,
    setDescription,
    descriptionError,
    next,
    busy: create.isPending || asked === 'waiting',
    fileRefused,
    fileNote: asked === 'yes' && !('refusal' in state && state.refusal) ? fileNote : undefined,
    formRefusal:
      place === 'form' ? refused?.message : place === 'failed' ? `${t.createFailed}: ${refused?.message}` : undefined,
  }
}

/**
 * Has the server begin to load a file while its data source is still being named (product decisions section 3). What goes
 * wrong here is shown when the data source is made: that call loads the file in any case.
 */
function useEarlyLoad(head: FileHead | undefined) {
  useEffect(() => {
    if (head) void call(dataSources.import, { body: fileBody(head) }).catch(() => undefined)
  }, [head])
}
