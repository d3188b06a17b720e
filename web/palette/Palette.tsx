import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { MenuGroup } from '../app/menu.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { closeDialog } from '../ui/close-dialog.ts'
import { holdKeys } from '../ui/hold-keys.ts'
import type { Item } from './item.ts'
import { Option } from './Option.tsx'
import styles from './Palette.module.css'
import { type Follow, PaletteFollow } from './PaletteFollow.tsx'
import { paletteText } from './text.ts'
import { useItems } from './use-items.tsx'

interface PaletteProps {
  groups: readonly MenuGroup[]
  /** Text typed before the palette was loaded. */
  typed: string
  onClose: () => void
  /** Dialogs opened by commands outlive the palette. */
  onFollow: (change: (following: readonly ReactElement[]) => readonly ReactElement[]) => void
}

/** Finds customers, what can be done with them, pages and commands, by typing a part of what they are called. */
export default function Palette({ groups: menu, typed: early, onClose, onFollow }: PaletteProps) {
  const t = useWords(paletteText)
  const c = useWords(common)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const [typed, setTyped] = useState(early)
  /** Item chosen by key or pointer; later results may move or remove it. */
  const [picked, setPicked] = useState<string>()
  const [target, setTarget] = useState<number>()
  const follow = (next: Follow) => {
    const key = Date.now()
    const end = () => onFollow((all) => all.filter((one) => one.key !== String(key)))
    onFollow((all) => [...all, <PaletteFollow key={key} follow={next} onClose={end} />])
  }
  /** A key that came before the answer. */
  const hurried = useRef<{ key: string; done: () => void; drop: () => void }>(undefined)
  /** A visit is recorded of whom is chosen. */
  const [visiting, setVisiting] = useState(false)
  const change = (text: string) => {
    setTyped(text)
    setPicked(undefined)
    setTarget(undefined)
    hurried.current?.drop()
    hurried.current = undefined
  }
  const onVisit = () => {
    change('')
    setVisiting(true)
    input.current?.focus()
  }
  const { groups, waits, said, searches } = useItems({ menu, typed, target, onFollow: follow, visiting, onVisit })
  const items = groups.flatMap((group) => group.items)
  const chosen = Math.max(
    0,
    items.findIndex(({ id }) => id === picked),
  )
  const idOf = (item: Item | undefined) => item && `${list}-${item.id}`

  useLayoutEffect(() => {
    dialog.current?.showModal()
    input.current?.focus()
  }, [])
  /** At once: the browser says only a moment later that a dialog has closed, and a key that opens it may come before. */
  const close = () => {
    closeDialog(dialog.current)
    onClose()
  }
  const run = (item: Item | undefined) => {
    if (!item) return
    if (!item.asks) close()
    item.run()
  }
  const move = (to: number) => {
    const next = items[to]
    if (!next) return
    setPicked(next.id)
    if (next.profile) setTarget(next.profile.id)
    document.getElementById(idOf(next)!)?.scrollIntoView({ block: 'nearest' })
  }
  const acts = items.findIndex(({ id }) => id.startsWith('act-'))
  const act = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) move((chosen + step + items.length) % Math.max(1, items.length))
    else if (key === 'Enter') run(items[chosen])
    else if (key === 'Backspace' && visiting && typed === '') setVisiting(false)
    else if (key === 'Tab' && acts >= 0) move(items[chosen]?.id.startsWith('act-') ? 0 : acts)
    else return false
    return true
  }
  /** The next result settles the choice, and the target of further keys. */
  const hurry = (key: string) =>
    holdKeys(
      new Promise<void>((done, drop) => {
        hurried.current = { key, done, drop }
      }),
      close,
    )
  useLayoutEffect(() => {
    const { current } = hurried
    if (!current || waits) return
    hurried.current = undefined
    act(current.key)
    current.done()
  })
  useEffect(() => () => hurried.current?.drop(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    // A key that is held chooses once: what asks for more would be answered by it.
    if (event.nativeEvent.isComposing || (key === 'Enter' && event.repeat)) return
    const blind = !items.some(({ profile }) => profile)
    if (waits && (key === 'Enter' || (blind && /^(Tab|Arrow(Up|Down))$/.test(key)))) void hurry(key)
    else if (!act(key)) return
    event.preventDefault()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself */}
      <dialog
        ref={dialog}
        className={styles.palette}
        aria-label={t.label}
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className={styles.box}>
          <div className={styles.search}>
            {visiting ? <span className={styles.mode}>{t.visitWhom}</span> : <IconSearch size={18} stroke={1.6} />}
            <input
              ref={input}
              role="combobox"
              aria-label={visiting ? t.visitWhom : t.label}
              aria-expanded
              aria-autocomplete="list"
              aria-controls={list}
              aria-activedescendant={idOf(items[chosen])}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={200}
              // A dialog below is not meant by Esc.
              data-mantine-stop-propagation
              placeholder={visiting ? t.visitHint : searches ? t.hint : t.hintPages}
              value={typed}
              onChange={(event) => change(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
            <CloseButton className={styles.close} size={44} aria-label={c.close} onClick={close} />
          </div>
          <p
            role="status"
            className={said.heard ? 'ruam-heard' : styles.said}
            data-empty={said.text === '' || undefined}
          >
            {said.text}
          </p>
          <div id={list} role="listbox" aria-label={t.label} aria-busy={waits} className={styles.list}>
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options
              <div key={group.id} role="group" aria-labelledby={`${list}-${group.id}`}>
                <div id={`${list}-${group.id}`} className={styles.title}>
                  {group.title}
                </div>
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    id={idOf(item)!}
                    item={item}
                    chosen={item === items[chosen]}
                    onPoint={() => setPicked(item.id)}
                    onChoose={() => run(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p className={styles.keys} aria-hidden>
            <span>
              <kbd>↑ ↓</kbd> {t.keysMove}
            </span>
            <span>
              <kbd>Enter</kbd> {t.keysOpen}
            </span>
            {items.some(({ id }) => id.startsWith('act-')) && (
              <span>
                <kbd>Tab</kbd> {t.keysActs}
              </span>
            )}
          </p>
        </div>
      </dialog>
    </>
  )
}
