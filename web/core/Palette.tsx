import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { choose } from './choose.ts'
import type { MenuGroup } from './menu.ts'
import styles from './Palette.module.css'
import { paletteWords } from './palette-words.ts'
import { prefer, usePreferences } from './preferences.ts'
import { addressOf, screenOf } from './route.tsx'
import { signOut } from './session.ts'
import { shell } from './shell-words.ts'
import { useWords } from './text.ts'
import { titles } from './words.ts'

export interface PaletteProps {
  groups: readonly MenuGroup[]
  onClose: () => void
}

interface Item {
  id: string
  label: string
  /** Found by as well, in the other language. */
  also: string
  note: string
  run: () => unknown
}

function useItems(groups: PaletteProps['groups']): Item[] {
  const t = useWords(shell)
  const { language, scheme } = usePreferences()
  const other = language === 'th' ? 'en' : 'th'
  const names = titles.in(language)
  const otherNames = titles.in(other)
  const p = useWords(paletteWords)
  const said = { ...t, ...p }
  const saidInOther = { ...shell.in(other), ...paletteWords.in(other) }
  const navigate = useNavigate()
  const pages = groups.flatMap((group) =>
    [
      ...(group.to ? [{ title: group.title, to: group.to }] : []),
      ...group.entries,
      ...group.entries.flatMap(({ tabs = [] }) => tabs.map((to) => ({ title: screenOf(to)!.title, to }))),
    ].map(({ title, to }) => ({
      id: to,
      label: names[title],
      also: otherNames[title],
      note: group.title === title ? '' : names[group.title],
      run: () => navigate({ to: addressOf(to) as never }),
    })),
  )
  const dark = scheme === 'dark'
  const act = (
    id: string,
    label: keyof typeof said &
      ('ownAccount' | 'changeStore' | 'logout' | 'toLight' | 'toDark' | 'toThai' | 'toEnglish'),
    run: () => unknown,
  ) => ({
    id,
    label: said[label],
    also: saidInOther[label],
    note: '',
    run,
  })
  return [
    ...pages,
    act('account', 'ownAccount', () => navigate({ to: addressOf('account') as never })),
    act('store', 'changeStore', () => navigate({ to: '/choose-store' as never })),
    act('language', language === 'th' ? 'toEnglish' : 'toThai', () => choose({ language: other })),
    act('scheme', dark ? 'toLight' : 'toDark', () => prefer({ scheme: dark ? 'light' : 'dark' })),
    act('logout', 'logout', async () => {
      await signOut()
      await navigate({ to: '/choose-store' as never })
    }),
  ]
}

/** Jump to a page or do one of a few things, by typing a part of its name in either language. */
export default function Palette({ groups, onClose }: PaletteProps) {
  const t = useWords(paletteWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const wanted = typed.trim().toLowerCase()
  const items = useItems(groups).filter(({ label, also }) => `${label}\n${also}`.toLowerCase().includes(wanted))
  const chosen = Math.min(place, items.length - 1)

  useEffect(() => dialog.current?.showModal(), [])

  const run = (item: Item | undefined) => {
    if (!item) return
    dialog.current?.close()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setPlace((chosen + step + items.length) % Math.max(1, items.length))
    else if (event.key === 'Enter') run(items[chosen])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t.jumpLabel}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.box}>
        <label className={styles.search}>
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <input
            role="combobox"
            aria-label={t.jumpLabel}
            aria-expanded
            aria-controls={list}
            aria-activedescendant={items[chosen] && `${list}-${items[chosen].id}`}
            placeholder={t.jumpHint}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setPlace(0)
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <div id={list} role="listbox" aria-label={t.jumpLabel} className={styles.list}>
          {items.map((item, index) => (
            // biome-ignore lint/a11y: the options are reached from the box by arrow keys
            <div
              key={item.id}
              id={`${list}-${item.id}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.option}
              onPointerMove={() => setPlace(index)}
              onClick={() => run(item)}
            >
              {item.label}
              <span>{item.note}</span>
            </div>
          ))}
        </div>
        {items.length === 0 && <p className={styles.nothing}>{t.jumpNothing}</p>}
      </div>
    </dialog>
  )
}
