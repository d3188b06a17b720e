import { useWords } from '../../data/text.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toAllText } from './to-all-text.ts'

/** Asks a second time before LINE sends to everyone, with the number of friends who withdrew. Undefined: it goes to chosen customers. */
export function useConfirmAll() {
  const t = useWords(toAllText)
  const confirm = useConfirm()
  return async (withdrawn: number | undefined): Promise<boolean> =>
    withdrawn === undefined ||
    confirm({
      title: t.really,
      text: withdrawn > 0 ? t.withdrawn({ count: withdrawn }) : t.noneWithdrawn,
      yes: t.everyone,
      mode: 'cancel',
    })
}
