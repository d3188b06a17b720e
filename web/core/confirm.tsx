import { Suspense, useSyncExternalStore } from 'react'
import type { Asked, Question } from './ConfirmDialog.tsx'
import { lazyPart } from './lazy-part.ts'

let asked: Asked | undefined
let count = 0
const listeners = new Set<() => void>()

function become(next: Asked | undefined) {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and waits for the answer. A question that is still open is answered with no. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const mine: Asked = {
      id: ++count,
      question,
      answer(yes) {
        if (asked === mine) become(undefined)
        resolve(yes)
      },
    }
    become(mine)
  })
}

/** `if (await confirm({ title })) ...` */
export const useConfirm = () => ask

export const loadConfirmDialog = () => import('./ConfirmDialog.tsx')
const ConfirmDialog = lazyPart(loadConfirmDialog)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the question appears; stands once in the page. */
export function ConfirmHost() {
  const open = useSyncExternalStore(subscribe, () => asked)
  if (!open) return null
  return (
    <Suspense>
      <ConfirmDialog key={open.id} asked={open} />
    </Suspense>
  )
}
