import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { alerts } from './alerts.ts'
import { bufferKeys } from './buffer-keys.ts'
import type { ConfirmRequest, Question } from './ConfirmDialog.tsx'
import { chunkWords, lazyModule } from './lazy.tsx'

const code = lazyModule(async () => (await import('./ConfirmDialog.tsx')).default)
export const loadConfirmDialog = code.preload

let asked: ConfirmRequest | undefined
let count = 0
const listeners = new Set<() => void>()

function become(next: ConfirmRequest | undefined) {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and waits for the answer, which is no where it cannot be asked. A question that is still open is answered with no. */
export function askConfirmation(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const mine: ConfirmRequest = {
      id: ++count,
      question,
      answer(yes) {
        if (asked === mine) become(undefined)
        resolve(yes)
      },
    }
    const shown = code.come().then(() => {
      asked?.answer(false)
      flushSync(() => become(mine))
    })
    shown.catch(() => {
      alerts.error(chunkWords())
      resolve(false)
    })
    // The keys after the one that is asked about answer it.
    void bufferKeys(shown)
  })
}

/** `if (await confirm({ title })) ...` */
export const useConfirm = () => askConfirmation

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Container of questions; rendered once per page. */
export function ConfirmHost() {
  const open = useSyncExternalStore(subscribe, () => asked)
  const ConfirmDialog = open && code.now()
  return ConfirmDialog && <ConfirmDialog key={open.id} asked={open} />
}
