import { useKeys } from './keys.ts'
import { useLate } from './late.tsx'
import { codeOf } from './lazy.tsx'
import { shell } from './shell-words.ts'
import { useWords } from './text.ts'

const code = codeOf(async () => (await import('./KeyList.tsx')).default)

/** The list of keys, and the key that opens it. */
export function KeySlot() {
  const t = useWords(shell)
  const [open, list] = useLate({ code, draw: (KeyList, _, close) => <KeyList onClose={close} /> })
  useKeys(t.everywhere, [{ on: ['?'], label: t.keys, run: () => open() }])
  return list
}
