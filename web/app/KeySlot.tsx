import { useWords } from '../data/text.ts'
import { useKeys } from '../ui/keys.ts'
import { lazyModule } from '../ui/lazy.tsx'
import { useLazyPart } from '../ui/lazy-module.tsx'
import { shell } from '../ui/shell-words.ts'

const code = lazyModule(async () => (await import('./KeyList.tsx')).default)

/** The list of keys, and the key that opens it. */
export function KeySlot() {
  const t = useWords(shell)
  const [open, list] = useLazyPart({ code, draw: (KeyList, _, close) => <KeyList onClose={close} /> })
  useKeys(t.everywhere, [{ on: ['?'], label: t.keys, run: () => open() }])
  return list
}
