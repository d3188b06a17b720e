import { useWords } from '../../../data/text.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import type { RunDetail } from '../use-source.ts'
import { consentsText } from './consents-text.ts'

/** Starting a run that records consents: what its button says if it brings nothing else, and the question before it ends many. */
export function useConsentStart({ consents, withdrawsMany }: Pick<RunDetail, 'consents' | 'withdrawsMany'>) {
  const t = useWords(consentsText)
  const confirm = useConfirm()
  const right = consents.filter(({ wrongColumn }) => !wrongColumn)
  const sum = (count: (one: RunDetail['consents'][number]) => number | null) =>
    right.reduce((total, one) => total + (count(one) ?? 0), 0)
  const isHidden = right.some(({ granted, read }) => granted === null && read > 0)
  const recorded = sum(({ granted }) => granted) + sum(({ withdrawn }) => withdrawn)
  const revoked = sum((one) => one.revoked)
  const label = isHidden ? t.startHidden : recorded > 0 ? t.startConsents({ count: recorded }) : undefined
  return {
    /** Label of a run that records nothing but consents; undefined if it records none. */
    label,
    /** Asks before a run that ends many consents. False if the person says no. */
    mayStart: async () =>
      !withdrawsMany ||
      confirm({
        title: t.confirmTitle,
        text: isHidden ? t.confirmHidden : t.confirmText({ count: revoked }),
        yes: t.confirmYes,
        mode: 'cancel',
      }),
  }
}
