import { useLayoutEffect } from 'react'
import { keyOf } from './key-of.ts'

/** Pending loads, and keys that need not wait for them. */
const coming = new Map<Promise<unknown>, string>()
/** The keys that are held; undefined while each is done as it comes. */
let held: KeyboardEvent[] | undefined
/** Gives up what they are held for. */
let giveUp: (() => void) | undefined

/** The keys that a screen gives a meaning to. */
const OF_THE_SCREEN = /^([A-Z?]|Space|Escape|Arrow.+)$/
/** Keys held in addition to typing; others are left to the browser. */
const HELD = /^(Enter|Escape|Tab|Backspace|Arrow.+|Mod\+(K|Enter))$/
/** Keys that inputs handle in addition to typing: single-line and multi-line. */
const OF_A_LINE = /^(Backspace|Arrow(Left|Right))$/
const OF_LINES = /^(Backspace|Enter|Arrow.+)$/

/** Maximum milliseconds without an answer to a key. After that the person has looked again, and earlier keys are dropped. */
const MOST_HELD_MS = 10_000

export const loadKeyBuffer = () => import('./buffered-key.ts')

function letGo() {
  held = undefined
}

/** Keys of one that takes the mouse would come too late to be meant still. */
function onPointer({ target }: Event) {
  if (!boxOf(target)) letGo()
}

const boxOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLTextAreaElement>('[data-early]') : null

function keep(event: KeyboardEvent) {
  const name = keyOf(event)
  const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  // Replayed events are not trusted.
  if (!held || !event.isTrusted || event.isComposing || !(types || HELD.test(name))) return
  const box = boxOf(event.target)
  const lines = box?.nodeName === 'TEXTAREA'
  const first = held.length === 0
  if (box && first && (types || (lines ? OF_LINES : OF_A_LINE).test(name))) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (name === 'Escape' && giveUp && first && !(lines && box.value)) giveUp()
  else if (!event.repeat) held.push(event)
}

/** Holds keys of the screen until a promise resolves, except those in `besides`. Drops them if it rejects. */
export function keysWaitFor(what: Promise<unknown>, besides = '') {
  // Before those of any dialog; a listener that is added again stays where it is.
  window.addEventListener('keydown', keep, true)
  window.addEventListener('pointerdown', onPointer, true)
  coming.set(what, besides)
  const over = () => coming.delete(what)
  what.then(over, () => {
    over()
    letGo()
  })
}

/** Holds every key until what they are meant for is there: then each is done once, in order. Esc as the first gives up. */
export async function bufferKeys(what?: Promise<unknown>, onGiveUp?: () => void): Promise<void> {
  if (what) keysWaitFor(what)
  giveUp = onGiveUp
  if (held) return
  held = []
  const mine = held
  const dropLater = () =>
    setTimeout(() => {
      if (held !== mine) return
      coming.clear()
      letGo()
    }, MOST_HELD_MS)
  let tooLong = dropLater()
  const code = await loadKeyBuffer().catch(letGo)
  while (code && held === mine) {
    while (coming.size > 0) await Promise.allSettled(coming.keys())
    giveUp = undefined
    // A dialog takes the focus a moment after it is drawn.
    await new Promise((resolve) => setTimeout(resolve))
    if (coming.size > 0 || held !== mine) continue
    const next = mine.shift()
    if (next) {
      code.doKey(next)
      // Each answer counts: a chain of keys may take longer as a whole.
      clearTimeout(tooLong)
      tooLong = dropLater()
    } else letGo()
  }
  clearTimeout(tooLong)
}

/** True if a shortcut must wait; it is queued with all that follow. */
export function waits(name: string, event: KeyboardEvent): boolean {
  if (!OF_THE_SCREEN.test(name) || [...coming.values()].every((besides) => besides.includes(name))) return false
  void bufferKeys()
  if (!event.repeat) held?.push(event)
  return true
}

/** Has the keys of a screen wait while it is not yet what they are meant for. */
export function useKeysWait(waiting: boolean) {
  useLayoutEffect(() => {
    if (!waiting) return
    let over = () => {}
    keysWaitFor(
      new Promise<void>((resolve) => {
        over = resolve
      }),
    )
    return () => over()
  }, [waiting])
}
