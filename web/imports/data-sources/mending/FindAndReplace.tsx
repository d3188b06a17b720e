import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { mending } from '@ruam/contract/imports/mending.ts'
import { useId, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { option, PlainSelect } from '../../../ui/PlainSelect.tsx'
import styles from './FindAndReplace.module.css'
import { mendingText } from './mending-text.ts'
import type { Changes, MendingGroup } from './use-mending.ts'

/** A text that is looked for in unreadable cells. */
export interface Search {
  find: string
  whole: boolean
}

const TYPING_MS = 250

/** What is typed into the search, and what is looked for after a pause. */
export function useCellSearch() {
  const [typed, setTyped] = useState<Search>({ find: '', whole: false })
  const [applied] = useDebouncedValue(typed, TYPING_MS)
  const sent = applied.find === '' ? {} : { find: applied.find, whole: applied.whole ? ('true' as const) : undefined }
  return { typed, setTyped, applied, sent, isCurrent: applied === typed }
}

interface FindAndReplaceProps {
  id: number
  group: MendingGroup
  /** Hits in the group. */
  hits: number
  search: ReturnType<typeof useCellSearch>
  changes: Changes
}

/** Replaces a text in all unreadable cells that have it. Hits are marked and counted before anything changes. */
export function FindAndReplace({ id, group, hits, search, changes }: FindAndReplaceProps) {
  const t = useWords(mendingText)
  const name = useId()
  const [replacement, setReplacement] = useState('')
  const [isEverywhere, setEverywhere] = useState(false)
  const [remember, setRemember] = useState(true)
  const { typed, setTyped, sent, isCurrent } = search
  const everywhere = useRead(
    mending.cells,
    { params: { id }, query: { limit: 1, ...sent } },
    { enabled: isEverywhere && sent.find !== undefined },
  )
  const { sourceSchemaId, reason } = group
  const found = typed.find === '' ? 0 : isEverywhere ? (everywhere.data?.hits ?? 0) : hits
  const replace = async () => {
    const scope = isEverywhere ? {} : { sourceSchemaId, reason }
    const { find, whole } = typed
    if (await changes.replace({ find, replacement, whole, remember, ...scope })) {
      setTyped({ find: '', whole })
      setReplacement('')
    }
  }
  return (
    <form
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault()
        if (found > 0 && isCurrent) void replace()
      }}
    >
      <div className={styles.field}>
        <label htmlFor={`${name}-find`}>{t.find}</label>
        <TextInput
          id={`${name}-find`}
          value={typed.find}
          maxLength={200}
          onChange={(event) => setTyped({ ...typed, find: event.currentTarget.value })}
          rightSection={
            typed.find && (
              <CloseButton size="sm" aria-label={t.clearFind} onClick={() => setTyped({ ...typed, find: '' })} />
            )
          }
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${name}-text`}>{t.replaceWith}</label>
        <TextInput
          id={`${name}-text`}
          value={replacement}
          maxLength={200}
          placeholder={t.leftEmpty}
          onChange={(event) => setReplacement(event.currentTarget.value)}
        />
      </div>
      <PlainSelect
        aria-label={t.scope}
        value={String(isEverywhere)}
        onChange={(event) => setEverywhere(event.currentTarget.value === 'true')}
      >
        {option({ value: 'false', label: t.inGroup })}
        {option({ value: 'true', label: t.everywhere })}
      </PlainSelect>
      <Checkbox
        label={t.whole}
        checked={typed.whole}
        onChange={(event) => setTyped({ ...typed, whole: event.currentTarget.checked })}
      />
      <span className={styles.hits} role="status">
        {typed.find !== '' && isCurrent && t.hits({ count: found })}
      </span>
      <Checkbox label={t.remember} checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
      <Button type="submit" disabled={found === 0 || !isCurrent} loading={changes.busy}>
        {t.replace({ count: found })}
      </Button>
    </form>
  )
}
