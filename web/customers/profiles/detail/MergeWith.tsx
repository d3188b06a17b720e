import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { useGo } from '../../../ui/route.tsx'
import { useCalled } from '../use-called.ts'
import { fieldValueText, type ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './MergeWith.module.css'

const TYPING_MS = 250
/** Customers that are offered. */
const OFFERED = 6

interface MergeWithProps {
  profile: ListedProfile
  onClose: () => void
}

/** Finds the customer who is the same person; the screen of duplicates then compares and merges them. */
export function MergeWith({ profile, onClose }: MergeWithProps) {
  const t = useWords(detail)
  const format = useFormat()
  const called = useCalled()
  const go = useGo()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), TYPING_MS)
  const read = useRead(profiles.list, { query: { keyword, limit: String(OFFERED + 1) } }, { enabled: keyword !== '' })
  const pair = useWrite(profileDuplicates.create, { quiet: true })
  const others = (read.data?.data ?? []).filter(({ id }) => id !== profile.id).slice(0, OFFERED)
  const choose = async (id: number) => {
    const made = await pair.mutateAsync({ body: { profileIds: [profile.id, id] } }).catch(() => undefined)
    if (!made) return
    onClose()
    go({ to: 'profile-duplicate', search: { pair: made.id } })
  }
  return (
    <Dialog opened onClose={onClose} title={t.mergeTitle({ name: called(profile) })} transitionProps={{ duration: 0 }}>
      <div className={styles.merge}>
        <FormNote message={pair.error?.message ?? read.error?.message} />
        <TextInput
          data-autofocus
          label={t.mergeSearch}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ul aria-busy={read.isFetching} aria-label={t.mergeFound}>
          {keyword !== '' &&
            others.map((other) => (
              <li key={other.id}>
                <button type="button" disabled={pair.isPending} onClick={() => void choose(other.id)}>
                  <strong>{called(other)}</strong>
                  <span>
                    {[
                      fieldValueText(other, 'phone') && format.formatPhone(fieldValueText(other, 'phone')),
                      fieldValueText(other, 'email'),
                    ]
                      .filter(Boolean)
                      .join(' · ') || EMPTY}
                  </span>
                </button>
              </li>
            ))}
        </ul>
        <p role="status">{keyword !== '' && read.data && others.length === 0 && t.mergeNone}</p>
      </div>
    </Dialog>
  )
}
