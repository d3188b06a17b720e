import { Button, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { useClose } from '../../../ui/unsaved.ts'
import { LabelPicker } from '../../labels/LabelPicker.tsx'
import { FieldInput } from '../FieldInput.tsx'
import { type FieldErrors, fieldErrorsOf, focusFirst } from '../field-errors.ts'
import { sentValue } from '../field-typed.ts'
import { type ListField, useOwnFields, useSystemFields } from '../list-fields.ts'
import { useCalled } from '../use-called.ts'
import styles from './CreateProfile.module.css'
import { createText } from './create-text.ts'

const TYPING_MS = 300

/** A phone has at least 9 digits; an e-mail something on both sides. */
const enough = {
  phone: (typed: string) => (typed.match(/[0-9๐-๙]/g)?.length ?? 0) >= 9,
  email: (typed: string) => /\S@\S+\.\S/.test(typed),
}

/** Main fields of the form; others on demand. */
const main = ['prefixName', 'firstName', 'lastName', 'phone', 'email']
const half = new Set(['prefixName', 'firstName', 'lastName'])

interface CreateProfileProps {
  /** Unmatched search: initial phone, e-mail or name. */
  typed?: string
  /** Why nothing can be saved now. */
  locked: string | undefined
  onClose: () => void
}

/** Puts the searched text into the field it fits. */
function beginning(typed: string, fields: readonly ListField[]): Record<number, string> {
  const [first = '', ...last] = typed.split(/\s+/)
  const values: Record<string, string> = /^[+\d][\d\s().-]+$/.test(typed)
    ? { phone: typed }
    : typed.includes('@')
      ? { email: typed }
      : { firstName: first, lastName: last.join(' ') }
  return Object.fromEntries(fields.flatMap(({ id, name }) => (values[name] ? [[id, values[name]]] : [])))
}

/** A customer is added by hand. */
export function CreateProfile({ typed = '', locked, onClose }: CreateProfileProps) {
  const t = useWords(createText)
  const c = useWords(common)
  const called = useCalled()
  const go = useGo()
  const mayLabel = useMayCall(labels.list)
  const create = useWrite(profiles.create, { quiet: true })
  const system = useSystemFields()
  const [values, setValues] = useState<Record<number, string>>(() => beginning(typed, system))
  const [labelIds, setLabelIds] = useState<number[]>([])
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [all, setAll] = useState(false)
  const own = useOwnFields(all, undefined)
  const first = main.flatMap((name) => system.find((field) => field.name === name) ?? [])
  const others = all ? [...system.filter(({ name }) => !main.includes(name)), ...(own ?? [])] : []
  const fields = [...first, ...others].filter((field) => !field.computed)
  const filled = fields.filter(({ id }) => values[id]?.trim())
  const close = useClose(filled.length > 0 && !create.isSuccess, onClose)
  const typedIn = (name: string) => values[system.find((field) => field.name === name)?.id ?? 0] ?? ''

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    setErrors({})
    if (filled.length === 0) return setRefusal(t.needOne)
    try {
      const sent = filled.map((field) => ({ id: field.id, value: sentValue(field, values[field.id] ?? '') }))
      const made = await create.mutateAsync({ body: { fields: sent, labelIds } })
      const open = () => go({ to: 'profile-detail', params: { profileId: made.id } })
      alerts.success(t.saved({ name: called(made) }), {
        name: called(made),
        action: { label: t.open, onClick: open },
        autoClose: 8000,
      })
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      const named = fieldErrorsOf(error)
      setErrors(named)
      if (Object.keys(named).length > 0) focusFirst(named)
      else setRefusal(error.message)
    }
  }
  const input = (field: ListField) => (
    <div key={field.id} data-half={half.has(field.name)}>
      <FieldInput
        field={{ ...field, displayName: field.title }}
        value={values[field.id] ?? ''}
        error={errors[field.id]}
        autoFocus={field.name === 'firstName'}
        onChange={(value) => setValues((before) => ({ ...before, [field.id]: value }))}
      />
      {(field.name === 'phone' || field.name === 'email') && (
        <SameProfiles by={field.name} typed={typedIn(field.name)} />
      )}
    </div>
  )
  return (
    <Dialog opened onClose={close} title={t.title} size={560} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap={20} mt="sm" className="ruam-steady">
          <FormNote message={locked} />
          <div className={styles.fields}>{first.map(input)}</div>
          {mayLabel && <LabelPicker label={t.labels} visible value={labelIds} onChange={setLabelIds} />}
          {all ? (
            <div className={styles.fields}>{fields.slice(first.length).map(input)}</div>
          ) : (
            <Button variant="subtle" className={styles.more} onClick={() => setAll(true)}>
              {t.moreFields}
            </Button>
          )}
          <FormFoot message={refusal} busy={create.isPending}>
            <Button size="md" onClick={() => void close()}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending} disabled={locked !== undefined}>
              {t.save}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

interface SameProfilesProps {
  by: 'phone' | 'email'
  typed: string
}

/** Reports, while the user types, a customer with the same phone or e-mail, and links to it. */
function SameProfiles({ by, typed }: SameProfilesProps) {
  const t = useWords(createText)
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data, isPlaceholderData } = useRead(
    profiles.same,
    { query: { [by]: asked } },
    { enabled: enough[by](asked), staleTime: 0 },
  )
  const there = enough[by](asked) && !isPlaceholderData ? (data?.data ?? []) : []
  return (
    <div aria-live="polite">
      {there.length > 0 && (
        <p className={styles.same}>
          <IconAlertTriangle size={18} stroke={1.6} />
          <span>
            {by === 'phone' ? t.samePhone : t.sameEmail}{' '}
            {there.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <RouteLink to="profile-detail" params={{ profileId: id }}>
                  {name || t.nobodyNamed}
                </RouteLink>
              </span>
            ))}
          </span>
        </p>
      )}
    </div>
  )
}
