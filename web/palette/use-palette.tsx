import { type KeyboardEvent, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { MenuGroup } from '../app/menu.ts'
import { bufferKeys } from '../ui/buffer-keys.ts'
import { closeDialog } from '../ui/close-dialog.ts'
import type { Item } from './item.ts'
import { type Follow, PaletteFollow } from './PaletteFollow.tsx'
import { useItems } from './use-items.tsx'

export interface PaletteProps {
  groups: readonly MenuGroup[]
  /** Text typed before the palette was loaded. */
  typed: string
  onClose: () => void
  /** Dialogs opened by commands outlive the palette. */
  onFollow: (change: (following: readonly ReactElement[]) => readonly ReactElement[]) => void
}

/** State of the palette: typed text, items, the chosen one, and keys that came before it. */
export function usePalette({ groups: menu, typed: early, onClose, onFollow }: PaletteProps) {
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
    bufferKeys(
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
  return {
    dialog,
    input,
    list,
    typed,
    change,
    visiting,
    groups,
    items,
    chosen: items[chosen],
    acts: acts >= 0,
    waits,
    said,
    searches,
    idOf,
    close,
    run,
    onKeyDown,
    pick: setPicked,
  }
}
