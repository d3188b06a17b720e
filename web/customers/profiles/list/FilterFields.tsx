import { Button, Checkbox, Input, NativeSelect, TextInput } from '@mantine/core'
import { segments } from '@ruam/contract/customers/segments.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { labelColor } from '../../../ui/label-color.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RuleSentences } from '../../rules/RuleSentences.tsx'
import { DateFilterFields } from './DateFilterFields.tsx'
import styles from './FilterBar.module.css'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'
import { labelIdsOf, type Reach, sourceIdOf } from './rule-parts.ts'
import { SaveAsSegment } from './SaveAsSegment.tsx'
import { useEveryLabel } from './use-filter-text.ts'

interface FilterFieldsProps {
  view: ListView
}

/** Content of the filter panel. */
export function FilterFields({ view, onBuild }: FilterFieldsProps & { onBuild: () => void }) {
  const f = useWords(filterText)
  const maySeeLabels = useMayCall(segments.list)
  const maySeeSources = useMayCall(dataSources.list)
  return (
    <div>
      {maySeeLabels && <LabelFilter view={view} />}
      {maySeeSources && <SourceFilter view={view} />}
      <ReachFilter view={view} />
      <DateFilterFields view={view} />
      <fieldset className={styles.field}>
        <legend>{f.further}</legend>
        {view.rest.length > 0 && (
          <ul className={styles.rules}>
            <RuleSentences rules={view.rest} />
          </ul>
        )}
        <div className={styles.further}>
          <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={onBuild}>
            {f.build}
          </Button>
          <SaveAsSegment view={view} />
        </div>
      </fieldset>
    </div>
  )
}

/** Labels beyond which they are searched for. */
const MANY = 8

function LabelFilter({ view }: FilterFieldsProps) {
  const t = useWords(filterText)
  const [typed, setTyped] = useState('')
  const read = useEveryLabel(true)
  const every = read.data?.data ?? []
  const chosen = labelIdsOf(view.filters.labels)
  const wanted = typed.trim().toLowerCase()
  const found = every.filter(({ name }) => name.toLowerCase().includes(wanted))
  const toggle = (id: number) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    const { labels: _, ...others } = view.filters
    view.show({ filters: next.length > 0 ? { ...others, labels: next.join(',') } : others })
  }
  const groups = [
    ['general', t.filterLabels],
    ['advanced', t.filterSegments],
  ] as const
  return (
    <fieldset className={styles.field}>
      <legend>{t.anyOf}</legend>
      {every.length > MANY && (
        <TextInput
          size="sm"
          type="search"
          aria-label={t.searchLabels}
          placeholder={t.searchLabels}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={styles.labels}>
        {groups.map(([type, title]) => {
          const ofType = found.filter((label) => label.type === type)
          return (
            ofType.length > 0 && (
              <ul key={type} aria-label={title}>
                <li aria-hidden className={styles.group}>
                  {title}
                </li>
                {ofType.map(({ id, name, color }) => (
                  <li key={id}>
                    <Checkbox
                      className={styles.label}
                      checked={chosen.includes(id)}
                      onChange={() => toggle(id)}
                      label={
                        <>
                          <span
                            className={styles.dot}
                            data-type={type}
                            style={{ '--dot': labelColor(color) } as CSSProperties}
                          />
                          {name}
                        </>
                      }
                    />
                  </li>
                ))}
              </ul>
            )
          )
        })}
        {read.error && !read.data && <Input.Error>{read.error.message}</Input.Error>}
        {read.data && found.length === 0 && (
          <Input.Description>{every.length === 0 ? t.noLabels : t.noneFound}</Input.Description>
        )}
      </div>
    </fieldset>
  )
}

function SourceFilter({ view }: FilterFieldsProps) {
  const t = useWords(filterText)
  const { data, error } = useRead(
    dataSources.list,
    { query: { offset: 0, limit: 0, sortBy: 'updated_at', sortDir: 'desc' } },
    { staleTime: 60_000 },
  )
  const chosen = sourceIdOf(view.filters.source)
  const sources = data?.data ?? []
  return (
    <fieldset className={styles.field}>
      <legend>{t.filterSource}</legend>
      <NativeSelect
        size="sm"
        aria-label={t.filterSource}
        error={data ? undefined : error?.message}
        value={chosen ?? ''}
        data={[
          { value: '', label: t.anySource },
          ...sources.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(chosen && data && !sources.some(({ id }) => id === chosen)
            ? [{ value: String(chosen), label: t.someSource }]
            : []),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          const { source: _, ...others } = view.filters
          view.show({ filters: value ? { ...others, source: value } : others })
        }}
      />
    </fieldset>
  )
}

const reaches: readonly Reach[] = ['friend', 'blocked', 'not_linked']

function ReachFilter({ view }: FilterFieldsProps) {
  const f = useWords(filterText)
  const { reach } = view.filters
  return (
    <fieldset className={styles.field}>
      <legend>{f.lineReach}</legend>
      <NativeSelect
        size="sm"
        aria-label={f.lineReach}
        value={reach ?? ''}
        data={[{ value: '', label: f.anyReach }, ...reaches.map((value) => ({ value, label: f[value] }))]}
        onChange={(event) => {
          const { value } = event.currentTarget
          const { reach: _, ...others } = view.filters
          view.show({ filters: value ? { ...others, reach: value } : others })
        }}
      />
    </fieldset>
  )
}
