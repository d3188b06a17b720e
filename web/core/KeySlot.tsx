import { Suspense, useState } from 'react'
import { useKeys } from './keys.ts'
import { lazyPart } from './lazy-part.ts'
import { shell } from './shell-words.ts'
import { useWords } from './text.ts'

const KeyList = lazyPart(() => import('./KeyList.tsx'))

/** The list of keys, and the key that opens it. */
export function KeySlot() {
  const t = useWords(shell)
  const [opened, setOpened] = useState(false)
  useKeys(t.everywhere, [{ on: ['?'], label: t.keys, run: () => setOpened(true) }])
  if (!opened) return null
  return (
    <Suspense>
      <KeyList onClose={() => setOpened(false)} />
    </Suspense>
  )
}
