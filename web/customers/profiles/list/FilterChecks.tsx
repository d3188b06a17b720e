import { Checkbox, Input, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useGrowing } from '../../../ui/use-growing.ts'
import styles from './FilterBar.module.css'
import { filterText } from './filter-text.ts'

/** Choices beyond which they are searched. */
const MANY = 8

interface FilterCheck<V> {
  value: V
  label: string
  /** Group of choices. */
  group?: string
  /** Colour and shape of the mark before it. */
  dot?: { color: string; type: string }
}

interface FilterChecksProps<V> {
  choices: readonly FilterCheck<V>[]
  chosen: readonly V[]
  onChange: (chosen: V[]) => void
  search: string
  /** Shown if there are no choices. */
  nothing: string
}

/** Choices of which any matches. */
export function FilterChecks<V extends string | number>(props: FilterChecksProps<V>) {
  const { choices, chosen, onChange, search, nothing } = props
  const t = useWords(filterText)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = useMemo(
    () => (wanted ? choices.filter(({ label }) => label.toLowerCase().includes(wanted)) : choices),
    [choices, wanted],
  )
  const { limit, onScroll } = useGrowing(wanted)
  const drawn = found.slice(0, limit)
  const groups = [...new Set(drawn.map(({ group }) => group))]
  return (
    <>
      {choices.length > MANY && (
        <TextInput
          size="sm"
          type="search"
          aria-label={search}
          placeholder={search}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={styles.labels} onScroll={onScroll}>
        {groups.map((group) => (
          <ul key={group ?? ''} aria-label={group}>
            {group && groups.length > 1 && (
              <li aria-hidden className={styles.group}>
                {group}
              </li>
            )}
            {drawn
              .filter((one) => one.group === group)
              .map(({ value, label, dot }) => (
                <li key={value}>
                  <Checkbox
                    className={styles.label}
                    checked={chosen.includes(value)}
                    onChange={() =>
                      onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
                    }
                    label={
                      <>
                        {dot && (
                          <span
                            className={styles.dot}
                            data-type={dot.type}
                            style={{ '--dot': dot.color } as CSSProperties}
                          />
                        )}
                        {label}
                      </>
                    }
                  />
                </li>
              ))}
          </ul>
        ))}
        {found.length === 0 && <Input.Description>{choices.length === 0 ? nothing : t.noneFound}</Input.Description>}
      </div>
    </>
  )
}
