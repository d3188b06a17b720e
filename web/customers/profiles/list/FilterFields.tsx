import { Button } from '@mantine/core'
import { IconBinaryTree, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import styles from './FilterBar.module.css'
import { FilterValues } from './FilterValues.tsx'
import { rulesAbout, withRule } from './filter-rules.ts'
import { type FilterSubject, useFilterSubjects } from './filter-subjects.ts'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'
import { SaveAsSegment } from './SaveAsSegment.tsx'
import { useFoundValues } from './use-found-values.ts'

interface FilterFieldsProps {
  view: ListView
  /** Subject that is open first. */
  about: string | undefined
  /** Opens the builder of nested conditions. */
  onBuild: () => void
  close: () => void
}

/** Milliseconds: a pointer on its way to the values passes other subjects. */
const HOVER_MS = 120

/** Searchable list of subjects, with the values of one next to it; on a phone in its place. */
export function FilterFields({ view, about, onBuild, close }: FilterFieldsProps) {
  const t = useWords(filterText)
  const c = useWords(common)
  const phone = usePhone()
  const options = useRuleOptions()
  const groups = useFilterSubjects(options)
  const [typed, setTyped] = useState('')
  const [subject, setSubject] = useState(about)
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const timer = useRef<number>(undefined)
  const found = useFoundValues(options, typed)
  const wanted = typed.trim().toLowerCase()
  const shown = wanted
    ? groups
        .map(({ title, items }) => ({
          title,
          items: items.filter(({ label }) => label.toLowerCase().includes(wanted)),
        }))
        .filter(({ items }) => items.length > 0)
    : groups
  const active = groups.flatMap(({ items }) => items).find(({ value }) => value === subject)
  const alone = phone && active !== undefined

  useEffect(() => {
    // The keyboard of a phone would cover the list.
    if (!phone && !about) requestAnimationFrame(() => search.current?.focus())
    return () => window.clearTimeout(timer.current)
  }, [phone, about])

  const open = (value: string) => {
    window.clearTimeout(timer.current)
    setSubject(value)
    requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>('input, ul button')?.focus())
  }
  const enter = ({ pointerType }: PointerEvent, value: string) => {
    window.clearTimeout(timer.current)
    // A value that is being typed stays.
    if (pointerType !== 'mouse' || pane.current?.querySelector('form, [type=search]:focus')) return
    timer.current = window.setTimeout(() => setSubject(value), HOVER_MS)
  }
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const from = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowRight' && buttons[from]?.ariaExpanded) buttons[from].click()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const to = from + (event.key === 'ArrowDown' ? 1 : -1)
      if (to < 0) search.current?.focus()
      else buttons[Math.min(to, buttons.length - 1)]?.focus()
    } else if (event.key === 'Enter' && event.target === search.current) buttons[0]?.click()
    else return
    event.preventDefault()
  }
  const back = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' || (event.target as HTMLElement).matches('input, select')) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
  }
  const line = ({ value, label }: FilterSubject) => (
    <li key={value}>
      <button
        type="button"
        aria-expanded={value === subject}
        onClick={() => open(value)}
        onPointerEnter={(event) => enter(event, value)}
        onPointerLeave={() => window.clearTimeout(timer.current)}
      >
        <span>{label}</span>
        {rulesAbout(view.rule, value).length > 0 && <em>{t.inUse}</em>}
        <IconChevronRight size={14} stroke={1.6} />
      </button>
    </li>
  )
  return (
    <div className={styles.picker}>
      {!alone && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys lead through the buttons in it
        <div className={styles.subjects} onKeyDown={move}>
          <div className={styles.find}>
            <IconSearch size={16} stroke={1.6} />
            <input
              ref={search}
              type="search"
              aria-label={t.find}
              placeholder={t.find}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
          <div ref={list} className={styles.found}>
            {!options.known && <Bones />}
            {options.known && found.length > 0 && (
              <ul aria-label={t.values}>
                <li aria-hidden className={styles.group}>
                  {t.values}
                </li>
                {found.map(({ key, about, label, rule }) => (
                  <li key={key}>
                    <button
                      type="button"
                      onClick={() => {
                        view.showRule(withRule(view.rule, rule(view.rule)))
                        close()
                      }}
                    >
                      <span>
                        {about} <strong>{label}</strong>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {options.known &&
              shown.map(({ title, items }) => (
                <ul key={title} aria-label={title}>
                  <li aria-hidden className={styles.group}>
                    {title}
                  </li>
                  {items.map(line)}
                </ul>
              ))}
            {shown.length === 0 && found.length === 0 && options.known && (
              <p className={styles.hint}>{t.nothingFound}</p>
            )}
            {options.unread && <p className={styles.hint}>{options.unread}</p>}
          </div>
          <div className={styles.further}>
            <Button variant="subtle" leftSection={<IconBinaryTree size={16} stroke={1.6} />} onClick={onBuild}>
              {t.build}
            </Button>
            <SaveAsSegment view={view} />
          </div>
        </div>
      )}
      {active && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow to the left leads back to the list
        <div ref={pane} className={styles.pane} onKeyDown={back}>
          {alone && (
            <Button
              variant="subtle"
              color="var(--ruam-text-2)"
              leftSection={<IconChevronLeft size={18} stroke={1.6} />}
              onClick={() => setSubject(undefined)}
            >
              {c.back}
            </Button>
          )}
          <FilterValues
            key={active.value}
            view={view}
            subject={active.value}
            title={active.label}
            options={options}
            onDone={close}
          />
        </div>
      )}
    </div>
  )
}
