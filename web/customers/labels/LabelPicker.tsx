import { MultiSelect, Pill } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type CSSProperties, Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { labelColor } from '../../ui/label-color.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import overlays from '../../ui/overlays.module.css'
import { useGrowingOptions } from '../../ui/use-growing.ts'
import styles from './LabelPicker.module.css'
import { labelText } from './text.ts'
import { useLabels } from './use-labels.ts'

const NewLabelDialog = lazyPart(async () => ({ default: (await import('./NewLabelDialog.tsx')).NewLabelDialog }))

interface LabelPickerProps {
  /** Read aloud; where `visible` says so it stands above the field as well. */
  label?: string
  visible?: boolean
  value: readonly number[]
  onChange: (labels: number[]) => void
  /** Labels that are not offered. */
  without?: readonly number[]
  /** Without making new ones, for instance where labels are taken away. */
  onlyKnown?: boolean
  /** Opens at once and takes the focus; `onLeave` when the focus has gone elsewhere. */
  open?: boolean
  onLeave?: () => void
  error?: string | undefined
}

const NEW = 'new'
const MAX_LABELS = 20

/** Chooses labels: searched, and made on the spot by those who may. Segments follow their own rule and are not here. */
export function LabelPicker(props: LabelPickerProps) {
  const { value, onChange, without = [], onlyKnown, open = false, onLeave, visible, error } = props
  const t = useWords(labelText)
  const mayCreate = useMayCall(labels.create)
  const { data, error: unread } = useLabels()
  const [search, setSearch] = useState('')
  const growing = useGrowingOptions(search)
  const [making, setMaking] = useState<string>()
  const [opened, setOpened] = useState(open)
  const known = data?.data ?? []
  const colors = new Map(known.map(({ id, color }) => [String(id), labelColor(color)]))
  const gone = value.filter((id) => !colors.has(String(id)))
  const typed = search.trim()
  const taken = known.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  const mayMake = mayCreate && !onlyKnown && !taken
  const make = mayMake ? [{ value: NEW, label: `+ ${typed ? t.createNamed({ name: typed }) : t.create}` }] : []
  const options = [
    ...(typed ? [] : make),
    ...known.filter(({ id }) => !without.includes(id)).map(({ id, name }) => ({ value: String(id), label: name })),
    ...gone.map((id) => ({ value: String(id), label: t.gone({ id }) })),
    ...(typed ? make : []),
  ]
  /** The typed label, or the first one with such a name, or a new one. */
  const give = () => {
    const name = typed.toLowerCase()
    const free = known.filter(({ id }) => !without.includes(id) && !value.includes(id))
    const found =
      free.find((one) => one.name.toLowerCase() === name) ?? free.find((one) => one.name.toLowerCase().includes(name))
    if (!found && mayMake) return setMaking(typed)
    if (!found || value.length >= MAX_LABELS) return
    setSearch('')
    setOpened(open)
    onChange([...value, found.id])
  }
  const dot = (id: string) =>
    colors.has(id) && <span className={styles.dot} style={{ '--dot': colors.get(id) } as CSSProperties} />
  const label = props.label ?? t.labels
  return (
    <>
      <MultiSelect
        size="sm"
        className={styles.picker}
        aria-label={label}
        label={visible ? label : undefined}
        placeholder={value.length === 0 ? t.choose : undefined}
        data={options}
        value={value.map(String)}
        maxValues={MAX_LABELS}
        {...growing}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        error={error ?? unread?.message}
        rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
        hidePickedOptions
        openOnFocus={open}
        dropdownOpened={opened}
        onDropdownOpen={() => setOpened(true)}
        onDropdownClose={() => setOpened(false)}
        data-autofocus={open || visible || undefined}
        autoFocus={open}
        onKeyDown={(event) => {
          // Enter within an input method ends a word; an option that the arrows have reached is chosen by itself.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !typed) return
          if (event.currentTarget.getAttribute('aria-activedescendant')) return
          event.preventDefault()
          give()
        }}
        onBlur={() => making === undefined && onLeave?.()}
        withScrollArea={false}
        classNames={{ options: overlays.options }}
        nothingFoundMessage={unread ? undefined : t.none}
        comboboxProps={{ transitionProps: { duration: 0 }, position: 'bottom-start', width: visible ? 'target' : 260 }}
        renderOption={({ option }) => (
          <span className={styles.option}>
            {dot(option.value)}
            {option.label}
          </span>
        )}
        renderPill={({ option, onRemove }) => (
          <Pill size="sm" withRemoveButton onRemove={onRemove}>
            <span className={styles.option}>
              {dot(String(option.value))}
              {option.label}
            </span>
          </Pill>
        )}
        onChange={(chosen) => {
          // Its list would lie over what the form is sent with.
          setOpened(open)
          if (chosen.includes(NEW)) setMaking(typed)
          else onChange(chosen.map(Number))
        }}
      />
      {making !== undefined && (
        <Suspense>
          <NewLabelDialog
            name={making}
            onClose={() => setMaking(undefined)}
            onCreated={(id) => {
              setMaking(undefined)
              setSearch('')
              onChange([...value, id])
            }}
          />
        </Suspense>
      )}
    </>
  )
}
